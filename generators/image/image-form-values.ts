import type { FormFeatures } from "@/components/generators";
import {
  IMAGE_01_ONLY_ASPECT_RATIO,
  IMAGE_ASPECT_RATIO_NAMES,
  IMAGE_ASPECT_RATIOS,
  IMAGE_LIMITS,
  IMAGE_MODELS,
  IMAGE_RESPONSE_FORMATS,
  type ImageAspectRatio,
  type ImageModel,
} from "@/lib/service/contract/image-options";
import { omitUnset } from "../_kit/change-setting";
import {
  readBoolean,
  readFields,
  readList,
  readNumber,
  readObject,
  readOneOf,
  readText,
  type FieldReaders,
} from "../_kit/field-readers";
import type { ImageFormValues } from "./image-input";

/** Every field of the form; absent ones are undefined. */
export type ImageForm = { [Name in keyof Required<ImageFormValues>]: ImageFormValues[Name] };

/** The only type of a reference is `character` (unshown.md Image "subject_reference"). */
const readReferences = readList((value) => {
  const { assetId, url } =
    readObject({ image_file: readObject({ assetId: readText, url: readText }) })(value)?.image_file ?? {};
  if (assetId !== undefined) return { type: "character" as const, image_file: { assetId } };
  return url !== undefined && URL.canParse(url)
    ? { type: "character" as const, image_file: { url } }
    : undefined;
});

const fieldReaders: FieldReaders<ImageFormValues> = {
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

/** The control only shows whole numbers within the limits. */
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

const newForm = { model: "image-01", prompt: "", aspect_ratio: "1:1", n: 4 } as const;

/**
 * The first values of a form. Fields that exclude each other are settled as by the service: fields that the model lacks
 * are dropped, and an aspect ratio takes precedence over a size.
 */
export function readImageForm(input: unknown): ImageForm {
  const read = readFields<ImageFormValues>(fieldReaders, input, newForm);
  const form = { ...read, model: read.model ?? newForm.model, prompt: read.prompt ?? "" };
  const sized = form.width !== undefined && form.height !== undefined;
  const mayBeSized = form.model === "image-01" && sized && form.aspect_ratio === undefined;
  return {
    ...form,
    style: form.model === "image-01-live" ? form.style : undefined,
    ...(mayBeSized ? {} : { width: undefined, height: undefined }),
    aspect_ratio: mayBeSized ? undefined : allowedRatio(form.model, form.aspect_ratio ?? "1:1"),
    n: form.n ?? 1,
  };
}

function allowedRatio(model: ImageModel, ratio: ImageAspectRatio): ImageAspectRatio {
  return offersRatio(model, ratio) ? ratio : nearestRatio(model, IMAGE_ASPECT_RATIOS[ratio]);
}

/** service.md "Image generation request": 21:9 applies only to image-01. */
export function offersRatio(model: ImageModel, ratio: ImageAspectRatio): boolean {
  return model === "image-01" || ratio !== IMAGE_01_ONLY_ASPECT_RATIO;
}

/** The aspect ratio of a model that is nearest to a size. */
export function nearestRatio(model: ImageModel, size: { width: number; height: number }): ImageAspectRatio {
  const distance = (ratio: ImageAspectRatio) => {
    const { width, height } = IMAGE_ASPECT_RATIOS[ratio];
    return Math.abs(Math.log(width / height) - Math.log(size.width / size.height));
  };
  return IMAGE_ASPECT_RATIO_NAMES.filter((ratio) => offersRatio(model, ratio)).reduce((best, ratio) =>
    distance(ratio) < distance(best) ? ratio : best,
  );
}

/** Values that the model does not offer; each returns with a model that does. */
export interface ParkedFields {
  /** 21:9 or a custom size, and the aspect ratio used instead. */
  shape?: { was: Pick<ImageForm, "aspect_ratio" | "width" | "height">; standIn: ImageAspectRatio };
  style?: NonNullable<ImageForm["style"]>;
}

/** Changes the model. Parks values that it does not offer and restores parked ones unless another was chosen since. */
export function switchModel(
  form: ImageForm,
  parked: ParkedFields,
  model: ImageModel,
): { form: ImageForm; parked: ParkedFields } {
  if (model === "image-01") {
    const { was, standIn } = parked.shape ?? {};
    const back = was && form.aspect_ratio === standIn ? was : {};
    return {
      form: { ...form, ...back, model, style: undefined },
      parked: form.style ? { style: form.style } : {},
    };
  }
  const { aspect_ratio, width, height } = form;
  const style = form.style ?? parked.style;
  if (aspect_ratio !== undefined && offersRatio(model, aspect_ratio)) {
    return { form: { ...form, model, style, width: undefined, height: undefined }, parked: {} };
  }
  const size =
    aspect_ratio === undefined
      ? { width: width ?? 1, height: height ?? 1 }
      : IMAGE_ASPECT_RATIOS[aspect_ratio];
  const standIn = nearestRatio(model, size);
  return {
    form: { ...form, model, style, aspect_ratio: standIn, width: undefined, height: undefined },
    parked: { shape: { was: { aspect_ratio, width, height }, standIn } },
  };
}

/** The size of each picture in pixels; null while a custom size is incomplete. */
export function sizeOf(
  form: Pick<ImageForm, "aspect_ratio" | "width" | "height">,
): { width: number; height: number } | null {
  const { aspect_ratio, width, height } = form;
  if (aspect_ratio) return IMAGE_ASPECT_RATIOS[aspect_ratio];
  return width !== undefined && height !== undefined ? { width, height } : null;
}

/** What is sent: the fields that are set and that the connected service has. */
export function toSentInput(form: ImageForm, features: FormFeatures | null): Record<string, unknown> {
  return omitUnset(form, { supported: features?.fields.image ?? {} });
}
