import { resultFileName } from "@/lib/media/media-file-name";
import type { GenerationDto } from "./generation-dto";

/** What a downloaded result is called; the prompt, or whatever text the input has, tells it apart. */
export function nameResult(
  generation: Pick<GenerationDto, "generator" | "createdAt" | "input">,
  output: { index: number; mimeType: string },
): string {
  return resultFileName({ ...describe(generation), index: output.index, mimeType: output.mimeType });
}

/** The name of a ZIP file of all its results, without a number. */
export function nameArchive(generation: Pick<GenerationDto, "generator" | "createdAt" | "input">): string {
  const name = resultFileName({ ...describe(generation), index: 0, mimeType: "application/zip" });
  return name.replace(/-1(\.\w+)$/, "$1");
}

function describe(generation: Pick<GenerationDto, "generator" | "createdAt" | "input">) {
  const text = [generation.input.prompt, generation.input.text, generation.input.lyrics].find(
    (each): each is string => typeof each === "string" && each.length > 0,
  );
  return {
    prompt: text ?? "",
    generator: generation.generator,
    createdAt: new Date(generation.createdAt),
  };
}
