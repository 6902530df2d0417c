import type { IssueValue } from "./issue.ts";
import type { NoteKey } from "./note-catalogue.ts";

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
