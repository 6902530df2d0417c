import { isSound } from "@/components/player/track";
import { isVideo } from "@/components/video-player/video-source";
import type { GeneratorFacts, ResultKind } from "@/lib/generations/record/definition-port";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** What the results of a generation are: judged by those it has, else by what its generator produces. */
export function resultKind(
  { outputs, live }: Pick<GenerationDto, "outputs" | "live">,
  generator: Pick<GeneratorFacts, "produces"> | undefined,
): ResultKind {
  if (outputs.some(isSound) || (live && isSound(live))) return "sound";
  if (outputs.some(isVideo)) return "video";
  return generator?.produces ?? "picture";
}
