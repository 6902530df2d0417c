import { findSharedIdeas } from "@/components/queries/idea-stacks";
import type { GeneratorFacts } from "@/lib/generations/ask/definition-port";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import type { AssetKind } from "@/lib/media/stored-asset";

/** The kinds of sounds in a library, the usual choice first. */
export const soundKinds = ["songs", "speech"] as const;
export type SoundKind = (typeof soundKinds)[number];

/** The generators whose sounds are of a kind: those that read a text aloud make speech. */
export function listSoundGenerators(generators: readonly GeneratorFacts[], kind: SoundKind): string[] {
  return generators
    .filter(({ produces, readsAloud }) => produces === "sound" && (kind === "speech") === Boolean(readsAloud))
    .map(({ id }) => id);
}

/** One result of the library that can be chosen. */
export interface LibraryChoice {
  /** Tells it from every other choice. */
  id: string;
  generation: GenerationDto;
  output: OutputDto;
  /** Its place among the results of its generation that can be chosen, from 1. */
  number: number;
  count: number;
  /** Which take of its idea it is, where more than one is listed. */
  take: number | null;
}

/** Every result of a kind, in the order of the library. Pure. */
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
 * Where a key leads among the choices; null where it leads nowhere, or does something else. Pure.
 *
 * @param from -1 outside of them, in the line for searching
 * @param columns how many stand beside each other; one in a list
 */
export function stepChoice(
  key: string,
  { from, count, columns }: { from: number; count: number; columns: number },
): number | null {
  if (count === 0) return null;
  // In the line for searching every key but one is for its text.
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
