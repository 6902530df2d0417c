/** service.md "Asynchronous speech synthesis request", language_boost values, in their order. `auto` lets the model decide. */
export const LANGUAGE_BOOSTS = [
  "Chinese",
  "Chinese,Yue",
  "English",
  "Arabic",
  "Russian",
  "Spanish",
  "French",
  "Portuguese",
  "German",
  "Turkish",
  "Dutch",
  "Ukrainian",
  "Vietnamese",
  "Indonesian",
  "Japanese",
  "Italian",
  "Korean",
  "Thai",
  "Polish",
  "Romanian",
  "Greek",
  "Czech",
  "Finnish",
  "Hindi",
  "Bulgarian",
  "Danish",
  "Hebrew",
  "Malay",
  "Persian",
  "Slovak",
  "Swedish",
  "Croatian",
  "Filipino",
  "Hungarian",
  "Norwegian",
  "Slovenian",
  "Catalan",
  "Nynorsk",
  "Tamil",
  "Afrikaans",
  "auto",
] as const;
export type LanguageBoost = (typeof LANGUAGE_BOOSTS)[number];

/** service.md "Asynchronous speech synthesis request", Text rules 5: not on speech-01 and speech-02 models. */
export const LANGUAGE_BOOSTS_OF_LATER_MODELS = ["Persian", "Filipino", "Tamil"] as const;

/** Whether a model supports a language_boost (Text rules 5). */
export function supportsLanguageBoost(model: string, language: LanguageBoost): boolean {
  const isEarlyModel = model.startsWith("speech-01") || model.startsWith("speech-02");
  return !isEarlyModel || !LANGUAGE_BOOSTS_OF_LATER_MODELS.some((later) => later === language);
}
