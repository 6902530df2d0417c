import type { VoiceDto } from "@/lib/voices/voice-dto";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import { findVoice } from "./find-voice";

/** The name of each voice by its ID; with the ID where several have the same name, for example in two languages. */
export function nameVoices(
  voiceIds: readonly string[],
  voices: readonly VoiceDto[],
): ReadonlyMap<string, string> {
  const titles = voiceIds.map((voiceId) => writeVoiceTitle(findVoice(voices, voiceId)));
  const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title);
  return new Map(
    voiceIds.map((voiceId, index) => {
      const title = titles[index] ?? voiceId;
      return [voiceId, isShared(title) ? `${title} · ${voiceId}` : title];
    }),
  );
}
