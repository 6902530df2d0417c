import { z } from "zod";
import type { ConformanceSubject } from "./subject";

/** The part of JSON Schema (2020-12) that zod writes for inputs. */
export interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
  pattern?: string;
}

/** The path segment for any item of a list. */
export const anyItem = "[]";

export interface SchemaPlace {
  schema: JsonSchema;
  path: readonly string[];
  /** Whether it is one of several alternatives for the value at its path. */
  isBranch: boolean;
}

/** Lists a schema and its subschemas with their paths in the value; branches of a union share a path. */
export function listPlaces(
  schema: JsonSchema,
  path: readonly string[] = [],
  isBranch = false,
): SchemaPlace[] {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    { schema, path, isBranch },
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      listPlaces(property, [...path, name]),
    ),
    ...(schema.items ? listPlaces(schema.items, [...path, anyItem]) : []),
    ...(typeof schema.additionalProperties === "object"
      ? listPlaces(schema.additionalProperties, [...path, anyItem])
      : []),
    ...branches.flatMap((branch) => listPlaces(branch, path, true)),
  ];
}

/** The keys that name media in an input; see _kit/media-source.ts. */
export const mediaSourceKeys = ["assetId", "url"] as const;
export type MediaSourceKey = (typeof mediaSourceKeys)[number];

/** The key if the schema describes a media source. */
export function readMediaSourceKey({ properties }: JsonSchema): MediaSourceKey | undefined {
  const names = Object.keys(properties ?? {});
  return names.length === 1 ? mediaSourceKeys.find((key) => key === names[0]) : undefined;
}

/** A value with the right shape and only its required fields; other rules are ignored. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch) return sampleOf(branch);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      );
    case "array":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
    case "string":
      return "x".repeat(schema.minLength ?? 1);
    default:
      return null;
  }
}

/** The JSON Schema of an input as GET /api/v1/generators returns it. Throws if zod cannot express it. */
export function readInputSchema({
  inputSchema,
}: Pick<ConformanceSubject["definition"], "inputSchema">): JsonSchema {
  return z.toJSONSchema(inputSchema, { io: "input" }) as JsonSchema;
}
