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

/** Stands in a path for any item of a list. */
export const anyItem = "[]";

export interface SchemaPlace {
  schema: JsonSchema;
  path: readonly string[];
  /** One of several shapes that the value at its path may have. */
  isBranch: boolean;
}

/** Every schema within a schema with its path in the value; branches of a union share a path. */
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

/** The two ways in which an input names media; see _kit/media-source.ts. */
export const mediaSourceKeys = ["assetId", "url"] as const;
export type MediaSourceKey = (typeof mediaSourceKeys)[number];

/** Which way an object names media, where that is what it does. */
export function readMediaSourceKey({ properties }: JsonSchema): MediaSourceKey | undefined {
  const names = Object.keys(properties ?? {});
  return names.length === 1 ? mediaSourceKeys.find((key) => key === names[0]) : undefined;
}

/** A value of the right shape, with the required fields only; rules beyond the shape are not looked at. */
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
