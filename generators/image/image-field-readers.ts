import {
  IMAGE_ASPECT_RATIO_NAMES,
  IMAGE_LIMITS,
  IMAGE_MODELS,
  IMAGE_RESPONSE_FORMATS,
  IMAGE_STYLE_TYPES,
} from "@/lib/service/contract/image-options";
import type { ImageFormValues } from "./image-input";

/** What a field takes over from something untrusted; undefined where it is nothing the field could show. */
type FieldReaders = {
  [Name in keyof Required<ImageFormValues>]: (value: unknown) => ImageFormValues[Name] | undefined;
};

/**
 * Reads drafts by the kind of each field only. Whether a value keeps the rules is for the schema to say, which comes
 * with the first validation: a page must not wait for it to show a form.
 */
export const imageFieldReaders: FieldReaders = {
  model: oneOf(IMAGE_MODELS),
  prompt: readText,
  subject_reference: readReferences,
  aspect_ratio: oneOf(IMAGE_ASPECT_RATIO_NAMES),
  width: readNumber,
  height: readNumber,
  style: readStyle,
  n: readCount,
  seed: (value) => readNumber(value) ?? readText(value),
  response_format: oneOf(IMAGE_RESPONSE_FORMATS),
  prompt_optimizer: readBoolean,
  aigc_watermark: readBoolean,
};

function oneOf<const Values extends readonly string[]>(values: Values) {
  return (value: unknown): Values[number] | undefined => values.find((known) => known === value);
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function readNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The control has no place for other numbers. */
function readCount(value: unknown): number | undefined {
  const { imagesMin, imagesMax } = IMAGE_LIMITS;
  const count = readNumber(value);
  return count !== undefined && Number.isInteger(count) && count >= imagesMin && count <= imagesMax
    ? count
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function readStyle(value: unknown): ImageFormValues["style"] {
  if (!isRecord(value)) return undefined;
  const style_type = oneOf(IMAGE_STYLE_TYPES)(value.style_type);
  const style_weight = readNumber(value.style_weight);
  return style_type && { style_type, ...(style_weight === undefined ? {} : { style_weight }) };
}

type References = NonNullable<ImageFormValues["subject_reference"]>;

function readReferences(value: unknown): References | undefined {
  if (!Array.isArray(value)) return undefined;
  const references = value.filter(isRecord).flatMap(({ image_file }): References => {
    if (!isRecord(image_file)) return [];
    const { assetId, url } = image_file;
    if (typeof assetId === "string") return [{ type: "character", image_file: { assetId } }];
    return typeof url === "string" && URL.canParse(url) ? [{ type: "character", image_file: { url } }] : [];
  });
  return references.length > 0 ? references : undefined;
}
