import type { NarrationFormValues } from "./narration-input";

/** The voice of a new form, by the language of the pages. */
const voiceIds = {
  en: "English_expressive_narrator",
  zh: "audiobook_female_1",
} as const satisfies Record<string, string>;

/** A form that nobody has touched. */
export const newNarrationInput = {
  model: "speech-2.8-hd",
  text: "",
  voice_setting: { voice_id: voiceIds.en },
} as const satisfies NarrationFormValues;

/** The same for the language of the pages. */
export function localiseNewInput(locale: keyof typeof voiceIds): NarrationFormValues {
  return { ...newNarrationInput, voice_setting: { voice_id: voiceIds[locale] } };
}
