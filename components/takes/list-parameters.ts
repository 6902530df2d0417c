import type { GenerationDto } from "@/lib/generations/read/generation-dto";

export type UnsentNote = NonNullable<GenerationDto["notes"]>[number];

/**
 * One value of an input; nested fields appear under their own names, fields that were not sent with the
 * reason.
 */
export type Parameter = ParameterValue & { unsent?: UnsentNote };

type ParameterValue =
  | { kind: "value"; field: string; value: string | number | boolean }
  | { kind: "asset"; field: string; assetId: string; picture: boolean }
  | { kind: "url"; field: string; url: string };

/** Shown above the list. */
const textFields = new Set(["prompt", "text", "lyrics"]);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lists every field of an input in order; media as references. Pure. */
export function listParameters(
  input: Record<string, unknown>,
  notes: readonly UnsentNote[] = [],
): Parameter[] {
  return Object.entries(input)
    .filter(([field]) => !textFields.has(field))
    .flatMap(([field, value]) => {
      const unsent = notes.filter(({ path }) => path.split(".")[0] === field);
      return describe(field, value).map((parameter) => ({
        ...parameter,
        ...findNote(unsent, field, parameter),
      }));
    });
}

/** A note is about a whole field or about one nested in it. */
function findNote(notes: readonly UnsentNote[], root: string, { field }: ParameterValue) {
  const unsent = notes.find(({ path }) => path === root || path === `${root}.${field}`);
  return unsent ? { unsent } : {};
}

function describe(field: string, value: unknown): ParameterValue[] {
  if (Array.isArray(value)) return value.flatMap((entry) => describe(field, entry));
  if (isRecord(value)) {
    const [holder, media] = Object.entries(value).find((entry) => isRecord(entry[1])) ?? [field, value];
    if (!isRecord(media)) return [];
    if (typeof media.assetId === "string") {
      // The names that the service gives to image fields: image_file, first_frame_image.
      return [{ kind: "asset", field, assetId: media.assetId, picture: holder.includes("image") }];
    }
    if (typeof media.url === "string") return [{ kind: "url", field, url: media.url }];
    return Object.entries(value).flatMap(([name, entry]) => describe(name, entry));
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return [{ kind: "value", field, value }];
  }
  return [];
}
