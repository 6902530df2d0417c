import type { FieldProblem } from "@/lib/errors/studio-error";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";

/** What must be known of a sound to say whether it can be covered. */
export interface ReferenceSoundFacts {
  bytes: number;
  /** Of the decoded sound; null where nothing could be decoded. */
  durationSeconds: number | null;
  /** Whether the studio has a decoder for this type at all. */
  canDecode: boolean;
}

/** Key and values of a sentence in the `validation` messages, without the field it stands at. */
export type SoundProblem = Omit<FieldProblem, "path"> & { key: SoundProblemKey };
export type SoundProblemKey =
  "sound.type" | "sound.undecodable" | "sound.too-large" | "sound.too-short" | "sound.too-long";

/**
 * What keeps a sound from being a reference: service.md "Rules for cover models" 4 (6 seconds to 6 minutes, at most
 * 50 MB, a common format). Empty when nothing does.
 */
export function findSoundProblems({
  bytes,
  durationSeconds,
  canDecode,
}: ReferenceSoundFacts): SoundProblem[] {
  const { secondsMin, secondsMax, maxBytes } = REFERENCE_AUDIO_LIMITS;
  const problems: SoundProblem[] = [];
  if (!canDecode) problems.push({ key: "sound.type" });
  else if (durationSeconds === null) problems.push({ key: "sound.undecodable" });
  if (bytes > maxBytes)
    problems.push({ key: "sound.too-large", values: { maxMegabytes: maxBytes / 1_000_000 } });
  if (durationSeconds === null) return problems;
  if (durationSeconds < secondsMin)
    problems.push({ key: "sound.too-short", values: { minimum: secondsMin } });
  if (durationSeconds > secondsMax) {
    problems.push({ key: "sound.too-long", values: { minutes: secondsMax / 60 } });
  }
  return problems;
}
