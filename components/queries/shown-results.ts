import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** A generation without its results in the trash, which it lists apart. */
type ShownGeneration = GenerationDto & { trashed: readonly OutputDto[] };

const shownGenerations = new WeakMap<GenerationDto, GenerationDto>();

/**
 * A generation as pages show it: without the items that were moved to the trash, and the files that accompany them. One
 * that is in the trash itself, or has nothing there, is returned as it is; the same object for the same generation. Pure.
 */
export function withoutTrash(generation: GenerationDto): GenerationDto {
  const { outputs, deletedAt } = generation;
  if (deletedAt !== null || !outputs.some(isTrashed)) return generation;
  const known = shownGenerations.get(generation);
  if (known) return known;
  const trashed = outputs.filter(isTrashed);
  const isGone = (output: OutputDto) =>
    trashed.some(
      (item) =>
        item === output || (!output.item && item.index === output.index && item.group === output.group),
    );
  const shown: ShownGeneration = {
    ...generation,
    outputs: outputs.filter((output) => !isGone(output)),
    trashed,
  };
  shownGenerations.set(generation, shown);
  return shown;
}

/** The results that `withoutTrash` left out. */
export function listTrashed(generation: GenerationDto): readonly OutputDto[] {
  return isShown(generation) ? generation.trashed : [];
}

function isShown(generation: object): generation is ShownGeneration {
  return "trashed" in generation;
}

function isTrashed({ item }: OutputDto): boolean {
  return item?.deletedAt !== undefined;
}
