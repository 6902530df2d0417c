import { sungWords } from "@/lib/lyrics/sung-words";
import { filmedWords } from "./filmed-words";
import type { GenerationDto } from "./generation-dto";

/** Input fields that describe the result, the most descriptive first. */
const tellingFields = ["title", "prompt", "text", "lyrics"] as const;

/** What an input is described by: its first field with words, without the others. Examples are only described at first. */
export function toTold(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const field = tellingFields.find((name) => typeof input[name] === "string" && input[name] !== "");
  return field ? { [field]: input[field] } : { model: input.model };
}

/** The notation of pauses in a spoken text. */
const pauseMarkers = /<#[^#<>]*#>/g;

/** What the description of a generation is made of. */
export interface DescribedGeneration extends Pick<GenerationDto, "title" | "input" | "model" | "facts"> {
  inputFiles?: readonly { name: string | null }[] | undefined;
}

/**
 * One line that describes a generation: its title, else the title or text of its input, else the name of its input file,
 * else its model.
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
