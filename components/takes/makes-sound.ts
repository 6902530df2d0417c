import { isSound } from "@/components/player/track";
import type { Medium } from "@/lib/generations/ask/definition-port";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

const soundMedia: readonly string[] = ["music", "cover", "speech", "narration"] satisfies Medium[];

/** Whether the results of a generation are heard, also while there are none yet. */
export function makesSound({
  generator,
  outputs,
  live,
}: Pick<GenerationDto, "generator" | "outputs" | "live">): boolean {
  return soundMedia.includes(generator) || (live !== undefined && isSound(live)) || outputs.some(isSound);
}

/** Samples a second of a sound, as far as the file, the service or the input tells; null else. */
export function sampleRateHz(
  { facts, input }: Pick<GenerationDto, "facts" | "input">,
  output: Pick<OutputDto, "facts">,
): number | null {
  const raw = readRecord(output.facts?.rawAudio);
  const told = readRecord(facts?.extra_info);
  const asked = readRecord(input.audio_setting);
  const rates = [
    raw.sampleRateHz,
    told.audio_sample_rate,
    told.music_sample_rate,
    asked.sample_rate,
    asked.audio_sample_rate,
  ];
  return rates.find((rate): rate is number => typeof rate === "number" && rate > 0) ?? null;
}

function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
