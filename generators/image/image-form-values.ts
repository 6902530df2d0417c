import type { FormFeatures } from "@/components/generators";
import {
  IMAGE_01_ONLY_ASPECT_RATIO,
  IMAGE_ASPECT_RATIO_NAMES,
  IMAGE_ASPECT_RATIOS,
  type ImageAspectRatio,
  type ImageModel,
} from "@/lib/service/contract/image-options";
import { omitUnset } from "../_kit/change-setting";
import { imageFieldReaders } from "./image-field-readers";
import type { ImageFormValues } from "./image-input";

/** Every field, absent ones as undefined: the form's own picture of an input. */
export type ImageForm = { [Name in keyof Required<ImageFormValues>]: ImageFormValues[Name] };

const newForm: ImageForm = {
  model: "image-01",
  prompt: "",
  subject_reference: undefined,
  aspect_ratio: "1:1",
  width: undefined,
  height: undefined,
  style: undefined,
  n: 4,
  seed: undefined,
  response_format: undefined,
  prompt_optimizer: undefined,
  aigc_watermark: undefined,
};

/**
 * Fills the form from something untrusted: what has the kind that a field wants is taken, the rest is left out. What a
 * person has typed stays as it was, also where the rules will tell them of it. Fields that exclude each other are
 * settled as the service would: a model's missing fields go, an aspect ratio wins over a size.
 */
export function readImageForm(input: unknown): ImageForm {
  if (typeof input !== "object" || input === null) return newForm;
  const given = input as Record<string, unknown>;
  const read = Object.entries(imageFieldReaders).map(([name, readField]) => [name, readField(given[name])]);
  return settle({ ...newForm, ...Object.fromEntries(read) });
}

function settle(read: ImageForm): ImageForm {
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

/** The shape of a model that comes nearest to a size. */
export function nearestRatio(model: ImageModel, size: { width: number; height: number }): ImageAspectRatio {
  const distance = (ratio: ImageAspectRatio) => {
    const { width, height } = IMAGE_ASPECT_RATIOS[ratio];
    return Math.abs(Math.log(width / height) - Math.log(size.width / size.height));
  };
  return IMAGE_ASPECT_RATIO_NAMES.filter((ratio) => offersRatio(model, ratio)).reduce((best, ratio) =>
    distance(ratio) < distance(best) ? ratio : best,
  );
}

/** What a model does not offer and the form keeps aside until one is chosen that does. */
export interface ParkedFields {
  /** 21:9, or a size of the person's own, and the shape that stands in for it. */
  shape?: { was: Pick<ImageForm, "aspect_ratio" | "width" | "height">; standIn: ImageAspectRatio };
  style?: NonNullable<ImageForm["style"]>;
}

/**
 * Changes the model. What both offer stays; what the new one does not offer is put aside, and comes back with a model
 * that offers it unless the person has chosen otherwise meanwhile.
 */
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

/** The pixels of each picture as far as the form decides them; null while a size is being typed. */
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
