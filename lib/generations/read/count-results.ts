import type { GenerationDto } from "./generation-dto";

/** How many results a generation has, without files that accompany audio. */
export function countResults({ outputs }: Pick<GenerationDto, "outputs">): number {
  const soundCount = outputs.filter(({ role }) => role === "audio").length;
  return soundCount > 0 ? soundCount : outputs.length;
}
