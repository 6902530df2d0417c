import type { KeyboardEvent } from "react";
import { findSharedIdeas } from "@/components/queries/idea-stacks";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import type { AssetKind } from "@/lib/media/stored-asset";

/** The kinds of sounds in a library, the usual choice first. */
export const soundKinds = ["songs", "spoken"] as const;
export type SoundKind = (typeof soundKinds)[number];

/** The generators whose sounds are of a kind: those that read a text aloud make spoken ones. */
export function listSoundGenerators(generators: readonly GeneratorFacts[], kind: SoundKind): string[] {
  return generators
    .filter(({ produces, readsAloud }) => produces === "sound" && (kind === "spoken") === Boolean(readsAloud))
    .map(({ id }) => id);
}

/** One result of the library. */
export interface LibraryChoice {
  /** Unique among all choices. */
  id: string;
  generation: GenerationDto;
  output: OutputDto;
  /** Its number among the matching results of its generation, from 1. */
  number: number;
  count: number;
  /** The number of the take, if more than one take of the idea is listed. */
  take: number | null;
}

/** Lists every result of a kind, in the order of the library. */
export function listChoices(generations: readonly GenerationDto[], kind: AssetKind): LibraryChoice[] {
  const sharedIdeas = findSharedIdeas(generations);
  return generations.flatMap((generation) => {
    const { take } = generation;
    const fitting = generation.outputs.filter(({ mimeType }) => mimeType.startsWith(`${kind}/`));
    return fitting.map((output, index) => ({
      id: `${generation.id}-${output.role}-${output.index}`,
      generation,
      output,
      number: index + 1,
      count: fitting.length,
      take: take && sharedIdeas.has(take.idea) ? take.number : null,
    }));
  });
}

/**
 * Returns the index that a key moves to; null for keys that do not move.
 *
 * @param from -1 in the search field
 * @param columns choices per row; one in a list
 */
export function stepChoice(
  key: string,
  { from, count, columns }: { from: number; count: number; columns: number },
): number | null {
  if (count === 0) return null;
  // In the search field, every other key edits the text.
  if (from === -1) return key === "ArrowDown" ? 0 : null;
  const to = {
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    ArrowRight: columns > 1 ? from + 1 : null,
    ArrowLeft: columns > 1 ? from - 1 : null,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || to === null || to < 0 || to >= count ? null : to;
}

/**
 * Moves the focus by arrow keys, Home and End between the choices (`data-choice`) of the element that handles the keys, and
 * from its search field to the first one.
 */
export function moveBetweenChoices(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, key } = event;
  const target = event.target as HTMLElement;
  const all = [...currentTarget.querySelectorAll<HTMLElement>("[data-choice]")];
  const from = all.indexOf(target);
  if (from === -1 && !target.matches("input[type=search]")) return;
  const columns = all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length;
  const to = stepChoice(key, { from, count: all.length, columns });
  if (to === null) return;
  event.preventDefault();
  all[to]?.focus();
}
