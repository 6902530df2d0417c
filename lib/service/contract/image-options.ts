import type { NumberRange } from "./speech-options.ts";

/** service.md "Image generation request", model. */
export const IMAGE_MODELS = ["image-01", "image-01-live"] as const;
export type ImageModel = (typeof IMAGE_MODELS)[number];

/** service.md "Image generation request", aspect_ratio: the eight ratios in pixels; 1:1 is the default. */
export const IMAGE_ASPECT_RATIOS = {
  "1:1": { width: 1024, height: 1024 },
  "16:9": { width: 1280, height: 720 },
  "4:3": { width: 1152, height: 864 },
  "3:2": { width: 1248, height: 832 },
  "2:3": { width: 832, height: 1248 },
  "3:4": { width: 864, height: 1152 },
  "9:16": { width: 720, height: 1280 },
  "21:9": { width: 1344, height: 576 },
} as const satisfies Record<string, { width: number; height: number }>;
export type ImageAspectRatio = keyof typeof IMAGE_ASPECT_RATIOS;

/** The aspect ratios in the order of service.md. */
export const IMAGE_ASPECT_RATIO_NAMES = ["1:1", "16:9", "4:3", "3:2", "2:3", "3:4", "9:16", "21:9"] as const;

/** service.md "Image generation request": 21:9 and custom sizes need image-01. */
export const IMAGE_01_ONLY_ASPECT_RATIO = "21:9";

/** service.md Limits: prompt length, n, width and height. */
export const IMAGE_LIMITS = {
  promptMaxLength: 1500,
  imagesMin: 1,
  imagesMax: 9,
  sideMin: 512,
  sideMax: 2048,
  sideStep: 8,
} as const;

/** unshown.md Image "style": values on the wire (comic, lively, medieval, watercolour). */
export const IMAGE_STYLE_TYPES = ["漫画", "元气", "中世纪", "水彩"] as const;

/** unshown.md Image "style". */
export const IMAGE_STYLE_WEIGHT_DEFAULT = 0.8;

/** Image values that service.md leaves open and profiles define. */
export interface ImageValues {
  style_type: readonly string[];
  /** The minimum is exclusive. */
  style_weight: NumberRange;
}

/** unshown.md Image "style". */
export const IMAGE_VALUES: ImageValues = {
  style_type: IMAGE_STYLE_TYPES,
  style_weight: { min: 0, max: 1 },
};

/** unshown.md Image "names". url is valid for 24 hours. */
export const IMAGE_RESPONSE_FORMATS = ["url", "base64"] as const;

/** unshown.md Image "subject_reference": JPG or PNG under 10 MB. */
export const SUBJECT_REFERENCE_MIME_TYPES = ["image/jpeg", "image/jpg", "image/png"] as const;
export const SUBJECT_REFERENCE_UNDER_BYTES = 10_000_000;
