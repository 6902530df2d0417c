import { z } from "zod";
import type { MissingPart } from "./preset-dto";

type Fields = Record<string, unknown>;

/** What presets know of a generator. */
export interface PresetGenerator {
  inputSchema: z.ZodType;
  /** Fields that only its form has. */
  formFields?: readonly string[];
}

const fieldsSchema = z.object({
  properties: z.record(z.string(), z.object({ enum: z.array(z.unknown()).optional() })),
});

const known = new WeakMap<z.ZodType, z.output<typeof fieldsSchema>["properties"]>();

/** The fields of a generator's input, with the values of those that have a list of them. */
function readFields({ inputSchema }: PresetGenerator) {
  let fields = known.get(inputSchema);
  if (!fields) {
    fields = fieldsSchema.parse(z.toJSONSchema(inputSchema, { io: "input" })).properties;
    known.set(inputSchema, fields);
  }
  return fields;
}

/** Names that are neither a field of the input nor one of the form. */
export function listUnknownFields(generator: PresetGenerator, input: Fields): string[] {
  const fields = readFields(generator);
  return Object.keys(input).filter((name) => !(name in fields) && !generator.formFields?.includes(name));
}

/** IDs of the files that values refer to. */
export function listAssetIds(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "assetId" in value && typeof value.assetId === "string" ? [value.assetId] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(listAssetIds)])];
}

/** A value without what refers to other files than these; undefined if it is such a reference itself. */
function keepFiles(value: unknown, isKept: (assetId: string) => boolean): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("assetId" in value && typeof value.assetId === "string" && !isKept(value.assetId)) return undefined;
  if (Array.isArray(value)) {
    return value.filter((part) => listAssetIds(part).every(isKept));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const kept = keepFiles(part, isKept);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/**
 * What can be used of the values of a preset, and what is gone: files of which only those in `assetIds` are there, and
 * values that a field no longer has, such as a model.
 */
export function findMissingParts(
  generator: PresetGenerator,
  input: Fields,
  assetIds: ReadonlySet<string>,
): { input: Fields; missing: MissingPart[] } {
  const fields = readFields(generator);
  const kept: Fields = {};
  const missing: MissingPart[] = [];
  for (const [field, value] of Object.entries(input)) {
    const choices = fields[field]?.enum;
    if (choices && typeof value === "string" && !choices.includes(value)) {
      missing.push({ field, what: "value", value });
      continue;
    }
    const part = keepFiles(value, (id) => assetIds.has(id));
    if (listAssetIds(value).some((id) => !assetIds.has(id))) missing.push({ field, what: "file" });
    if (part !== undefined) kept[field] = part;
  }
  return { input: kept, missing };
}
