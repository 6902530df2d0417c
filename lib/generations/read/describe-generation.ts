import { sungWords } from "@/lib/lyrics/sung-words";
import { filmedWords } from "./filmed-words";
import type { GenerationDto } from "./generation-dto";

/** Fields of an input that tell best what was asked for, the most telling first. */
const tellingFields = ["title", "prompt", "text", "lyrics"] as const;

/** Pauses of a spoken text are no words. */
const pauseMarkers = /<#[^#<>]*#>/g;

/** What of a generation tells it from others. */
export type DescribedGeneration = Pick<GenerationDto, "title" | "input" | "model" | "facts" | "inputFiles">;

/**
 * One line that tells a generation from others: the title that its person gave it, else its own words. Those are the
 * title or the words it was made from, else the name of the file that it was made from, else its model.
 */
export function describeGeneration({ title, input, model, facts, inputFiles }: DescribedGeneration): string {
  if (title !== null) return title;
  for (const field of tellingFields) {
    const value = input[field];
    if (typeof value !== "string") continue;
    const told = field === "lyrics" ? sungWords(value) : field === "prompt" ? filmedWords(value) : value;
    const words = told.replaceAll(pauseMarkers, " ").trim();
    if (words !== "") return words.replaceAll(/\s+/g, " ");
  }
  const named = inputFiles?.find(({ name }) => name !== null)?.name;
  return named ?? (typeof facts?.text_file_name === "string" ? facts.text_file_name : model);
}
