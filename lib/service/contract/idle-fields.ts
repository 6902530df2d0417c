import type { IssueValue } from "./issue.ts";

/** A field that was given and has no effect beside the others: the service accepts it, so it is left out and told. */
export interface IdleField {
  /** Dotted path from the root of the request. */
  path: string;
  key: NoteKey;
  values: Record<string, IssueValue>;
}

/** The idle field of a rule, or nothing where the rule does not apply. */
export function idleIf(
  applies: boolean,
  path: string,
  key: NoteKey,
  values: Record<string, IssueValue> = {},
): IdleField[] {
  return applies ? [{ path, key, values }] : [];
}

/** Makes a function that leaves out of a request what `findIdle` finds in it. */
export function withoutIdle<Rules extends object>(findIdle: (request: Rules) => readonly IdleField[]) {
  return <Request extends Rules>(request: Request): Request =>
    findIdle(request).reduce<Request>((rest, { path }) => omitPath(rest, path.split(".")), request);
}

/** A copy without the field at a path. An object that loses its last field goes with it. */
function omitPath<Value extends object>(value: Value, [name = "", ...deeper]: readonly string[]): Value {
  const { [name]: field, ...rest } = value as Record<string, unknown>;
  if (deeper.length === 0 || typeof field !== "object" || field === null) return rest as Value;
  const left = omitPath(field, deeper);
  return (Object.keys(left).length === 0 ? rest : { ...rest, [name]: left }) as Value;
}

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
  "stream-is-hex": "Not sent: a stream is always returned as hex.",
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
