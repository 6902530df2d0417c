import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** What is going on with the one voice that somebody wants to hear. */
export type SampleState =
  | { phase: "silent" }
  | { phase: "making" | "playing"; voiceId: string }
  /** `mayCostAgain`: it may have been counted all the same, so another one may be counted again. */
  | { phase: "failed"; voiceId: string; code: string; mayCostAgain: boolean }
  /** Nobody knows how it ended: another one may be counted again. */
  | { phase: "unknown"; voiceId: string };

/** What a sample that ended without a sound to play leaves to be told. Pure. */
export function describeSampleEnd(
  voiceId: string,
  { state, error }: Pick<GenerationDto, "state" | "error">,
): SampleState {
  if (state === "unknown") return { phase: "unknown", voiceId };
  const mayCostAgain = error !== null && error.made !== "nothing";
  return { phase: "failed", voiceId, code: error?.code ?? "internal", mayCostAgain };
}
