import type { VoiceDto } from "@/lib/voices/voice-dto";
import { findVoiceLanguage } from "@/lib/voices/voice-language";

/** Returns a voice by its id, even if the list does not contain it. */
export function findVoice(voices: readonly VoiceDto[], voiceId: string): VoiceDto {
  const listed = voices.find((voice) => voice.voiceId === voiceId);
  return listed ?? { voiceId, name: null, description: [], language: findVoiceLanguage({ voiceId }) };
}
