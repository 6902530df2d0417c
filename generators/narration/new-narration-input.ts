import type { NarrationFormValues } from "./narration-input";

/** The voice of a new form by interface language. */
const voiceIds = {
  en: "English_expressive_narrator",
  zh: "audiobook_female_1",
} as const satisfies Record<string, string>;

/** The input of a new form. */
export const newNarrationInput = {
  model: "speech-2.8-hd",
  text: "",
  voice_setting: { voice_id: voiceIds.en },
} as const satisfies NarrationFormValues;

export function localiseNewInput(locale: keyof typeof voiceIds): NarrationFormValues {
  return { ...newNarrationInput, voice_setting: { voice_id: voiceIds[locale] } };
}
