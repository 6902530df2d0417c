import { z } from "zod";
import { answerShape, optionalCountSchema, optionalTextSchema } from "./answer.ts";
import {
  booleanField,
  choiceField,
  identifierField,
  integerField,
  listField,
  numberField,
  strictObject,
  textField,
} from "./fields.ts";
import {
  IMAGE_MODELS,
  IMAGE_ASPECT_RATIO_NAMES,
  IMAGE_ASPECT_RATIOS,
  IMAGE_01_ONLY_ASPECT_RATIO,
  IMAGE_LIMITS,
  IMAGE_STYLE_WEIGHT_DEFAULT,
  IMAGE_RESPONSE_FORMATS,
  IMAGE_VALUES,
  SUBJECT_REFERENCE_MIME_TYPES,
  SUBJECT_REFERENCE_UNDER_BYTES,
  type ImageModel,
  type ImageValues,
  type ImageAspectRatio,
} from "./image-options.ts";
import { idleIf, withoutIdle, type IdleField } from "./idle-fields.ts";
import { keyOfBuiltInIssue, reportProblem, reportProblems, ruleIssue } from "./issue.ts";
import { mediaReferenceField } from "./media-reference.ts";
import { findImageValueProblems } from "./open-values.ts";

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** unshown.md Image "names": seed is an int64, as a safe integer or a string of digits. */
const seedField = z.union(
  [
    z.int({ error: keyOfBuiltInIssue }),
    z
      .string({ error: keyOfBuiltInIssue })
      .regex(/^-?\d{1,19}$/, { error: "image.seed.integer" })
      .refine(
        (digits) => !/^-?\d{1,19}$/.test(digits) || isInt64(BigInt(digits)),
        ruleIssue("image.seed.range"),
      ),
  ],
  { error: () => "image.seed.integer" },
);

/**
 * Fields of the image request, described by service.md. A form may replace `subject_reference` and keep the
 * rest.
 */
export const imageRequestShape = {
  model: choiceField(IMAGE_MODELS).describe("Image model."),
  prompt: textField({ key: "image.prompt", min: 1, max: IMAGE_LIMITS.promptMaxLength }).describe(
    "Description of the image. Length in Unicode code points.",
  ),
  style: strictObject({
    style_type: identifierField().describe(
      `${IMAGE_VALUES.style_type.join(", ")} (comic, lively, medieval, watercolour) unless changed in Settings.`,
    ),
    style_weight: numberField()
      .optional()
      .describe(
        `Strength of the style. Default ${IMAGE_STYLE_WEIGHT_DEFAULT}. Over ${IMAGE_VALUES.style_weight.min} to ${IMAGE_VALUES.style_weight.max} unless changed in Settings.`,
      ),
  })
    .optional()
    .describe("A way of drawing; it has an effect only with image-01-live."),
  aspect_ratio: choiceField(IMAGE_ASPECT_RATIO_NAMES)
    .optional()
    .describe(`Aspect ratio: ${describeAspectRatios()}. 21:9 only with image-01. Default 1:1.`),
  width: sideField("image.width")
    .optional()
    .describe("Pixels. Only with image-01 and together with height. Ignored if aspect_ratio is set."),
  height: sideField("image.height")
    .optional()
    .describe("Pixels. Only with image-01 and together with width. Ignored if aspect_ratio is set."),
  response_format: choiceField(IMAGE_RESPONSE_FORMATS)
    .optional()
    .describe("How the service returns the images: as links valid for 24 hours, or in the response."),
  seed: seedField
    .optional()
    .describe(
      "The same seed and fields give similar images. A 64-bit integer, as a string of digits above 2^53. Without it, each image gets a random seed.",
    ),
  n: integerField({ key: "image.n", min: IMAGE_LIMITS.imagesMin, max: IMAGE_LIMITS.imagesMax })
    .optional()
    .describe("Number of images. Default 1."),
  prompt_optimizer: booleanField().optional().describe("Whether the service rewrites the prompt first."),
  aigc_watermark: booleanField().optional().describe("Whether the service adds a watermark to the images."),
};

/** Fields used by the cross-field rules. */
interface ImageRuleInput {
  model: ImageModel;
  style?: unknown;
  aspect_ratio?: ImageAspectRatio | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/**
 * Cross-field rules of service.md "Image generation request": 21:9, width and height need image-01; width and
 * height belong together. With an aspect ratio, the service ignores any size.
 */
export function checkImageRules(request: ImageRuleInput, context: z.RefinementCtx): void {
  const { model, aspect_ratio, width, height } = request;
  if (aspect_ratio === IMAGE_01_ONLY_ASPECT_RATIO && model !== "image-01") {
    reportProblem(context, ["aspect_ratio"], "image.aspect-ratio.model", {
      aspectRatio: aspect_ratio,
      model,
    });
  }
  if (aspect_ratio !== undefined) return;
  for (const [name, value] of [["width", width] as const, ["height", height] as const]) {
    if (value !== undefined && model !== "image-01") {
      reportProblem(context, [name], `image.${name}.model`, { model });
    }
  }
  if (width !== undefined && height === undefined)
    reportProblem(context, ["height"], "image.height.with-width");
  if (height !== undefined && width === undefined)
    reportProblem(context, ["width"], "image.width.with-height");
}

/**
 * service.md "Image generation request": style only affects image-01-live; a size is ignored with an aspect
 * ratio.
 */
export function findIdleImageFields(request: ImageRuleInput): IdleField[] {
  const { model, aspect_ratio, width, height, style } = request;
  const hasRatio = aspect_ratio !== undefined;
  return [
    ...idleIf(hasRatio && width !== undefined, "width", "ratio-sets-size"),
    ...idleIf(hasRatio && height !== undefined, "height", "ratio-sets-size"),
    ...idleIf(style !== undefined && model !== "image-01-live", "style", "model-has-no-styles", { model }),
  ];
}

/** The strict schema of endpoint 4, POST /v1/image_generation, for a profile's values. */
export function createImageRequestSchema(offered: { maxSubjectReferences: number; values: ImageValues }) {
  return strictObject({
    ...imageRequestShape,
    subject_reference: listField(
      strictObject({
        type: choiceField(["character"]),
        image_file: mediaReferenceField({
          key: "image.subject-reference",
          mimeTypes: SUBJECT_REFERENCE_MIME_TYPES,
          underBytes: SUBJECT_REFERENCE_UNDER_BYTES,
        }),
      }),
      { key: "image.subject-reference", max: offered.maxSubjectReferences },
    ).optional(),
  })
    .superRefine((request, context) => {
      checkImageRules(request, context);
      reportProblems(context, findImageValueProblems(request, offered.values));
    })
    .overwrite(withoutIdle(findIdleImageFields));
}

export type ImageRequest = z.input<ReturnType<typeof createImageRequestSchema>>;

const entriesSchema = z
  .array(z.string().nullable())
  .nullish()
  .transform((entries) => entries ?? []);

/** service.md "Image generation response"; unshown.md Image "base64 results": data.image_base64. */
export const imageResponseSchema = z.looseObject({
  ...answerShape,
  id: optionalTextSchema,
  data: z.looseObject({ image_urls: entriesSchema, image_base64: entriesSchema }).nullish(),
  metadata: z
    .looseObject({ success_count: optionalCountSchema, failed_count: optionalCountSchema })
    .nullish(),
});
export type ImageResponse = z.output<typeof imageResponseSchema>;

function describeAspectRatios(): string {
  return IMAGE_ASPECT_RATIO_NAMES.map((name) => {
    const { width, height } = IMAGE_ASPECT_RATIOS[name];
    return `${name} (${width}x${height})`;
  }).join(", ");
}

function sideField(key: string) {
  const { sideMin, sideMax, sideStep } = IMAGE_LIMITS;
  return integerField({ key, min: sideMin, max: sideMax, step: sideStep });
}

function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}
