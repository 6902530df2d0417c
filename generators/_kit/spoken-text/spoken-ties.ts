import { supportsLanguageBoost } from "@/lib/service/contract/language-boost";
import { SPEECH_AUDIO_DEFAULTS, supportsEmotion } from "@/lib/service/contract/speech-options";
import { tiesOf } from "../field-ties";
import type { AudioSetting, LanguageBoostValue, VoiceModify, VoiceSetting } from "./speech-values";

/** The fields that both forms of spoken text have. */
interface SpokenForm {
  model: Parameters<typeof supportsEmotion>[0];
  audio_setting?: AudioSetting<string> | undefined;
  voice_setting?: VoiceSetting | undefined;
  voice_modify?: VoiceModify | undefined;
  language_boost?: LanguageBoostValue;
}

const { part, field } = tiesOf<SpokenForm>();

/** Ties of both forms of spoken text. */
export const spokenTies = {
  bitrate: part("audio_setting", "bitrate", "format", (form) => chosenFormat(form) === "mp3"),
  emotion: part("voice_setting", "emotion", "model", ({ model }, emotion) => supportsEmotion(model, emotion)),
  language_boost: field("language_boost", "model", ({ model }, language) =>
    supportsLanguageBoost(model, language),
  ),
};

export function chosenFormat({ audio_setting }: Pick<SpokenForm, "audio_setting">): string {
  return audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}
