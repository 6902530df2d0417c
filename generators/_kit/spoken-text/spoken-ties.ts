import { supportsLanguageBoost } from "@/lib/service/contract/language-boost";
import { SPEECH_AUDIO_DEFAULTS, supportsEmotion } from "@/lib/service/contract/speech-options";
import { changeSetting } from "../change-setting";
import type { FieldTie } from "../field-ties";
import type { AudioSetting, LanguageBoostValue, VoiceModify, VoiceSetting } from "./speech-values";

/** The fields that both forms of spoken text have. */
interface SpokenForm {
  model: Parameters<typeof supportsEmotion>[0];
  audio_setting?: AudioSetting<string> | undefined;
  voice_setting?: VoiceSetting | undefined;
  voice_modify?: VoiceModify | undefined;
  language_boost?: LanguageBoostValue;
}

/** Ties of both forms of spoken text, in the order in which they settle. */
export function createSpokenTies<Form extends SpokenForm>(takesVoiceModify: (form: Form) => boolean) {
  const tie = <Value>(tied: FieldTie<Form, Value, "model" | "format">) => tied;
  return {
    bitrate: tie({
      causedBy: "format",
      read: ({ audio_setting }) => audio_setting?.bitrate,
      write: (form, bitrate) => ({ ...form, audio_setting: changeSetting(form.audio_setting, { bitrate }) }),
      fits: (form) => chosenFormat(form) === "mp3",
    }),
    voice_modify: tie({
      causedBy: "format",
      read: ({ voice_modify }) => voice_modify,
      write: (form, voice_modify) => ({ ...form, voice_modify }),
      fits: takesVoiceModify,
    }),
    emotion: tie({
      causedBy: "model",
      read: ({ voice_setting }) => voice_setting?.emotion,
      write: (form, emotion) => ({ ...form, voice_setting: changeSetting(form.voice_setting, { emotion }) }),
      fits: ({ model }, emotion) => supportsEmotion(model, emotion),
    }),
    language_boost: tie({
      causedBy: "model",
      read: ({ language_boost }) => language_boost ?? undefined,
      write: (form, language_boost) => ({ ...form, language_boost }),
      fits: ({ model }, language) => supportsLanguageBoost(model, language),
    }),
  };
}

export function chosenFormat({ audio_setting }: Pick<SpokenForm, "audio_setting">): string {
  return audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}
