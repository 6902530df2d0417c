import {
  IMAGE_ASPECT_RATIO_NAMES,
  IMAGE_LIMITS,
  IMAGE_MODELS,
  IMAGE_RESPONSE_FORMATS,
} from "@/lib/service/contract/image-options";
import {
  readBoolean,
  readList,
  readNumber,
  readObject,
  readOneOf,
  readText,
  type FieldReader,
} from "../_kit/field-readers";
import type { ImageFormValues } from "./image-input";

type FieldReaders = { [Name in keyof Required<ImageFormValues>]: FieldReader<ImageFormValues[Name]> };

/** Every reference is of the one type there is (unshown.md Image "subject_reference"). */
const readReferences = readList((value) => {
  const { assetId, url } =
    readObject({ image_file: readObject({ assetId: readText, url: readText }) })(value)?.image_file ?? {};
  if (assetId !== undefined) return { type: "character" as const, image_file: { assetId } };
  return url !== undefined && URL.canParse(url)
    ? { type: "character" as const, image_file: { url } }
    : undefined;
});

/**
 * Reads drafts by the kind of each field only. Whether a value keeps the rules is for the schema to say, which comes
 * with the first validation: a page must not wait for it to show a form.
 */
export const imageFieldReaders: FieldReaders = {
  model: readOneOf(IMAGE_MODELS),
  prompt: readText,
  subject_reference: readReferences,
  aspect_ratio: readOneOf(IMAGE_ASPECT_RATIO_NAMES),
  width: readNumber,
  height: readNumber,
  style: readStyle,
  n: readCount,
  seed: (value) => readNumber(value) ?? readText(value),
  response_format: readOneOf(IMAGE_RESPONSE_FORMATS),
  prompt_optimizer: readBoolean,
  aigc_watermark: readBoolean,
};

/** The control has no place for other numbers. */
function readCount(value: unknown): number | undefined {
  const { imagesMin, imagesMax } = IMAGE_LIMITS;
  const count = readNumber(value);
  return count !== undefined && Number.isInteger(count) && count >= imagesMin && count <= imagesMax
    ? count
    : undefined;
}

function readStyle(value: unknown): ImageFormValues["style"] {
  const { style_type, style_weight } =
    readObject({ style_type: readText, style_weight: readNumber })(value) ?? {};
  return style_type ? { style_type, ...(style_weight === undefined ? {} : { style_weight }) } : undefined;
}
