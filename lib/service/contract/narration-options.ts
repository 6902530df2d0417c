/** service.md "Asynchronous speech synthesis request", model. */
export const NARRATION_MODELS = [
  "speech-2.8-hd",
  "speech-2.8-turbo",
  "speech-2.6-hd",
  "speech-2.6-turbo",
  "speech-02-hd",
  "speech-02-turbo",
  "speech-01-hd",
  "speech-01-turbo",
] as const;
export type NarrationModel = (typeof NARRATION_MODELS)[number];

/** service.md Limits: text at most 50,000 chars; text file under 1,000,000 chars, txt or zip. */
export const NARRATION_LIMITS = { textMaxLength: 50_000, fileUnderLength: 1_000_000 } as const;

/** service.md Text rules 3: the texts that a json file may hold; each that is not empty is spoken into files of its own. */
export const NARRATION_FILE_FIELDS = ["title", "content", "extra"] as const;
export type NarrationFileField = (typeof NARRATION_FILE_FIELDS)[number];
