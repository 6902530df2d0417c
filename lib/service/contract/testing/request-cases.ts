import { z } from "zod";

export type JsonRequest = Record<string, unknown>;

/** An endpoint and the material for generating its requests. */
export interface RequestSubject {
  path: string;
  schema: z.ZodType;
  /** Valid requests, one for each way of using the endpoint; together they contain every object. */
  bases: readonly JsonRequest[];
  /** Values that conflict with other fields, by dotted path; `undefined` removes the field. */
  choices: Readonly<Record<string, readonly unknown[]>>;
  /** Fields whose text only the service can judge. */
  opaque?: readonly string[];
}

interface SchemaNode {
  anyOf?: SchemaNode[];
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Values of every JSON type: wrong ones for any field, and valid ones at their limits. */
const anyKind = [null, true, false, 0, 7, -1, 1.5, "", "x", " ", "a\0b", "\ud800", [], [1], {}, { a: 1 }];

/** Each base, then each with one field removed, of another type, at a limit of its range, or unknown. */
export function* listSingleChanges(subject: RequestSubject): Generator<JsonRequest> {
  const root = z.toJSONSchema(subject.schema, { io: "input" }) as SchemaNode;
  for (const base of subject.bases) {
    yield base;
    for (const path of listObjects(base)) yield setPath(base, [...path, "no_such_field"], 1);
    for (const { path, values } of listFields(root, base)) {
      const isOpaque = subject.opaque?.includes(path.join(".")) === true;
      for (const value of values) {
        if (!isOpaque || typeof value !== "string" || value === "") yield setPath(base, path, value);
      }
    }
  }
}

/** Each base with two of the choices. */
export function* listPairs({ bases, choices }: RequestSubject): Generator<JsonRequest> {
  const fields = Object.entries(choices).map(([path, values]) => ({ path: path.split("."), values }));
  for (const base of bases) {
    for (const [index, first] of fields.entries()) {
      for (const second of fields.slice(index + 1)) {
        for (const one of first.values) {
          for (const other of second.values)
            yield setPath(setPath(base, first.path, one), second.path, other);
        }
      }
    }
  }
}

/** All fields of a schema with values to try; of a list, its first item where the base has one. */
function listFields(
  node: SchemaNode,
  base: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; values: unknown[] }[] {
  const nodes = node.anyOf ?? [node];
  const deeper = nodes.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, child]) =>
      listFields(child, readField(base, name), [...path, name]),
    ),
    ...(items && Array.isArray(base) && base.length > 0 ? listFields(items, base[0], [...path, "0"]) : []),
  ]);
  if (path.length === 0) return deeper;
  return [{ path, values: [undefined, ...anyKind, ...nodes.flatMap(listEdges)] }, ...deeper];
}

function listEdges(node: SchemaNode): unknown[] {
  const { minimum, maximum, exclusiveMinimum, minLength = 0, maxLength } = node;
  const numbers = [minimum, maximum, exclusiveMinimum].filter((bound) => bound !== undefined);
  const lengths = maxLength === undefined ? [] : [minLength - 1, minLength, maxLength, maxLength + 1];
  return [
    ...(node.enum ?? []),
    ...(node.const === undefined ? [] : [node.const]),
    // JavaScript can't write whole numbers beyond 2^53 as JSON.
    ...numbers
      .flatMap((bound) => [bound - 1, bound, bound + 1])
      .filter((edge) => Math.abs(edge) < Number.MAX_SAFE_INTEGER),
    // Each is one character, of several bytes or UTF-16 units.
    ...lengths.filter((length) => length >= 0).map((length) => "𝄞".repeat(length)),
  ];
}

function listObjects(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  const deeper = Object.entries(value).flatMap(([name, part]) => listObjects(part, [...path, name]));
  return Array.isArray(value) ? deeper : [path, ...deeper];
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as JsonRequest)[name] : undefined;
}

/** A copy with another value at a path, creating missing objects. */
function setPath(request: JsonRequest, path: readonly string[], value: unknown): JsonRequest {
  const copy = structuredClone(request);
  let holder: JsonRequest = copy;
  for (const name of path.slice(0, -1)) {
    if (typeof holder[name] !== "object" || holder[name] === null) holder[name] = {};
    holder = holder[name] as JsonRequest;
  }
  const last = path.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return copy;
}
