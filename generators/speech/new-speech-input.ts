import type { SpeechFormValues } from "./speech-input";

/** The voice of a new form, by the language of the pages. */
const voiceIds = {
  en: "English_expressive_narrator",
  zh: "Chinese (Mandarin)_Reliable_Executive",
} as const satisfies Record<string, string>;

/** A form that nobody has touched: sound is heard while the service still speaks. */
export const newSpeechInput = {
  model: "speech-2.6-hd",
  text: "",
  stream: true,
  voice_setting: { voice_id: voiceIds.en },
} as const satisfies SpeechFormValues;

/** The same for the language of the pages. */
export function localiseNewInput(locale: keyof typeof voiceIds): SpeechFormValues {
  return { ...newSpeechInput, voice_setting: { voice_id: voiceIds[locale] } };
}
