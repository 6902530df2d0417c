import type { SpeechFormValues } from "./speech-input";

/** The voice of a new form by interface language. */
const voiceIds = {
  en: "English_expressive_narrator",
  zh: "Chinese (Mandarin)_Reliable_Executive",
} as const satisfies Record<string, string>;

/** The input of a new form: streamed. */
export const newSpeechInput = {
  model: "speech-2.6-hd",
  text: "",
  stream: true,
  voice_setting: { voice_id: voiceIds.en },
} as const satisfies SpeechFormValues;

export function localiseNewInput(locale: keyof typeof voiceIds): SpeechFormValues {
  return { ...newSpeechInput, voice_setting: { voice_id: voiceIds[locale] } };
}
