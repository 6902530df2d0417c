import type { GenerationDto } from "./generation-dto";

/** Longer texts of an input are cut in the lists that pages are rendered with. A list shows two or three lines of them. */
export const shortTextLength = 700;

/** A generation whose input has texts that were cut. */
export type ShortenedGeneration = GenerationDto & { shortened: true };

/** A generation with at most the beginnings of the texts in its input. Pure. */
export function shortenGeneration(
  generation: GenerationDto,
  length = shortTextLength,
): GenerationDto | ShortenedGeneration {
  const { input } = generation;
  if (!Object.values(input).some((value) => isLongText(value, length))) return generation;
  return { ...generation, input: shortenInput(input, length), shortened: true };
}

/** An input with at most the beginnings of its texts. Pure. */
export function shortenInput(
  input: Readonly<Record<string, unknown>>,
  length = shortTextLength,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      field,
      isLongText(value, length) ? value.slice(0, length).toWellFormed() : value,
    ]),
  );
}

export function isShortened(generation: object): generation is ShortenedGeneration {
  return "shortened" in generation;
}

function isLongText(value: unknown, length: number): value is string {
  return typeof value === "string" && value.length > length;
}
