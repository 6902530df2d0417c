import type { IssueValue } from "./issue.ts";

/**
 * Why a field is left out of what is sent, in English and in ICU message form: a value in braces comes in `values`.
 * Translations key on the same names (`takes.unsent`).
 */
export const noteCatalogue = {
  "bitrate-is-for-mp3": "Not sent: a bitrate has no effect on {format}.",
  "lyrics-are-given": "Not sent: lyrics are only generated when the field is empty.",
  "model-has-no-pretreatment": "Not sent: {model} doesn’t support fast pretreatment.",
  "model-has-no-styles": "Not sent: {model} doesn’t support styles.",
  "optimizer-is-off": "Not sent: it only shortens prompt optimisation, which is off.",
  "ratio-sets-size": "Not sent: the aspect ratio sets the size.",
  "stream-has-no-subtitles": "Not sent: streamed audio has no subtitles.",
  "stream-has-no-watermark": "Not sent: streamed audio has no watermark.",
  "stream-is-hex": "Not sent: a stream is always delivered as hex.",
  "stream-is-off": "Not sent: it applies to streamed audio only.",
} as const satisfies Record<string, string>;

export type NoteKey = keyof typeof noteCatalogue;

export function isNoteKey(key: string): key is NoteKey {
  return Object.hasOwn(noteCatalogue, key);
}

/** The sentence of a note in English. */
export function writeNote(key: NoteKey, values: Readonly<Record<string, IssueValue>>): string {
  return noteCatalogue[key].replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name]));
}
