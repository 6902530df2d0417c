import { anyItem, listPlaces, mediaSourceKeys, readMediaSourceKey, sampleOf } from "./json-schema";
import type { JsonSchema, MediaSourceKey } from "./json-schema";

/** Media in an input: an asset id or a URL. */
interface PlacedMedia {
  /** Dotted path of the {assetId} or {url} object, for example `subject_reference.0.image_file`. */
  field: string;
  key: MediaSourceKey;
  value: string;
}

export function findPlacedMedia(value: unknown, path: readonly string[] = []): PlacedMedia[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value) as [string, unknown][];
  const [first] = entries;
  const key = mediaSourceKeys.find((each) => each === first?.[0]);
  if (entries.length === 1 && key && typeof first?.[1] === "string") {
    return [{ field: path.join("."), key, value: first[1] }];
  }
  return entries.flatMap(([name, part]) => findPlacedMedia(part, [...path, name]));
}

/**
 * Puts media wherever the schema allows it: variants for each place, with one and with two items in each list on the
 * way, and a variant with all of them. Rules between fields are ignored.
 */
export function placeMedia(schema: JsonSchema, input: unknown): unknown[] {
  const places = listPlaces(schema).flatMap((place) => {
    const key = readMediaSourceKey(place.schema);
    return key ? [{ path: place.path, key }] : [];
  });
  const variants = places.flatMap(({ path, key }) =>
    [1, 2].map((itemCount) => place(schema, input, { path, key, itemCount })),
  );
  const everywhere = places.reduce(
    (value, { path, key }) => place(schema, value, { path, key, itemCount: 1 }),
    input,
  );
  return places.length > 1 ? [...variants, everywhere] : variants;
}

function place(
  schema: JsonSchema,
  value: unknown,
  target: { path: readonly string[]; key: MediaSourceKey; itemCount: number },
): unknown {
  const { key, itemCount } = target;
  const [step, ...path] = target.path;
  if (step === undefined) return { [key]: key === "url" ? "https://example.test/a" : crypto.randomUUID() };
  const inner = findStep(schema, step);
  const goOn = (part: unknown) => place(inner, part ?? sampleOf(inner), { path, key, itemCount });
  if (step === anyItem) {
    const items = Array.isArray(value) ? (value as unknown[]) : [];
    const count = Math.min(itemCount, schema.maxItems ?? itemCount);
    return Array.from({ length: count }, (_, index) => goOn(items[index]));
  }
  const object = (typeof value === "object" && value !== null ? value : sampleOf(schema)) as Record<
    string,
    unknown
  >;
  return { ...object, [step]: goOn(object[step]) };
}

function findStep(schema: JsonSchema, step: string): JsonSchema {
  const found = step === anyItem ? (schema.items ?? schema.additionalProperties) : schema.properties?.[step];
  if (typeof found === "object") return found;
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    if (step === anyItem ? branch.items : branch.properties?.[step]) return findStep(branch, step);
  }
  throw new Error(`No place ${JSON.stringify(step)} in ${JSON.stringify(schema)}`);
}
