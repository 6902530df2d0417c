import type { IssueValue } from "./issue.ts";

/**
 * A field without effect beside the others. The service accepts it; it isn't sent, and the person sees why.
 */
export interface IdleField {
  /** Dotted path from the root of the request. */
  path: string;
  key: NoteKey;
  values: Record<string, IssueValue>;
}

/** The idle field of a rule, if the rule applies. */
export function idleIf(
  applies: boolean,
  path: string,
  key: NoteKey,
  values: Record<string, IssueValue> = {},
): IdleField[] {
  return applies ? [{ path, key, values }] : [];
}

/** Creates a function that removes idle fields from a request. */
export function withoutIdle<Rules extends object>(findIdle: (request: Rules) => readonly IdleField[]) {
  return <Request extends Rules>(request: Request): Request =>
    findIdle(request).reduce<Request>((rest, { path }) => omitPath(rest, path.split(".")), request);
}

/** A copy without the field at a path. An object that becomes empty is removed too. */
function omitPath<Value extends object>(value: Value, [name = "", ...deeper]: readonly string[]): Value {
  const { [name]: field, ...rest } = value as Record<string, unknown>;
  if (deeper.length === 0 || typeof field !== "object" || field === null) return rest as Value;
  const left = omitPath(field, deeper);
  return (Object.keys(left).length === 0 ? rest : { ...rest, [name]: left }) as Value;
}

/**
 * Why a field isn't sent, in English and ICU message form with values in braces. Translations use the same keys
 * (`takes.unsent`).
 */
const noteCatalogue = {
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

type NoteKey = keyof typeof noteCatalogue;

export function isNoteKey(key: string): key is NoteKey {
  return Object.hasOwn(noteCatalogue, key);
}

/** The English text of a note. */
export function writeNote(key: NoteKey, values: Readonly<Record<string, IssueValue>>): string {
  return noteCatalogue[key].replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name]));
}
