import { type Fields, isHttpUrl } from "./fields.ts";
import { checkPicture, decodeDataUrl } from "./pictures.ts";

/** Pixels of each aspect ratio, service.md "Image generation request". */
const ASPECT_RATIO_SIZES = {
  "1:1": { width: 1024, height: 1024 },
  "16:9": { width: 1280, height: 720 },
  "4:3": { width: 1152, height: 864 },
  "3:2": { width: 1248, height: 832 },
  "2:3": { width: 832, height: 1248 },
  "3:4": { width: 864, height: 1152 },
  "9:16": { width: 720, height: 1280 },
  "21:9": { width: 1344, height: 576 },
} as const;

type AspectRatio = keyof typeof ASPECT_RATIO_SIZES;

const ASPECT_RATIOS = Object.keys(ASPECT_RATIO_SIZES) as AspectRatio[];
const STYLE_TYPES = ["漫画", "元气", "中世纪", "水彩"] as const;
const REFERENCE_TYPES = ["image/jpeg", "image/jpg", "image/png"];

export type ImageModel = "image-01" | "image-01-live";
export type StyleType = (typeof STYLE_TYPES)[number];

export interface ImageStyle {
  type: StyleType;
  weight: number;
}

/** A subject reference: an address that is not fetched, or the bytes of a data URL. */
export interface SubjectReference {
  imageFile: string;
  bytes: Buffer | null;
}

export type ImageRequest = Awaited<ReturnType<typeof parseImageRequest>>;

/** Checks an image request by service.md "Image generation request" and unshown.md "Image". Throws a 2013 refusal. */
export async function parseImageRequest(fields: Fields, limits: { maxSubjectReferences: number }) {
  const model = fields.required("model", fields.oneOf("model", ["image-01", "image-01-live"] as const));
  const prompt = fields.required("prompt", fields.string("prompt", { min: 1, max: 1500 }));
  const style = parseStyle(fields);
  return {
    model,
    prompt,
    ...parseSize(fields, model),
    count: fields.integer("n", { min: 1, max: 9 }) ?? 1,
    seed: fields.int64("seed") ?? null,
    // The style takes effect with image-01-live only; with image-01 it is accepted and left unused.
    style: model === "image-01-live" ? style : null,
    references: await parseReferences(fields, limits),
    responseFormat: fields.oneOf("response_format", ["url", "base64"] as const) ?? "url",
    isOptimized: fields.boolean("prompt_optimizer") ?? false,
    hasWatermark: fields.boolean("aigc_watermark") ?? false,
  };
}

function parseSize(fields: Fields, model: ImageModel): { width: number; height: number } {
  const aspectRatio = fields.oneOf("aspect_ratio", ASPECT_RATIOS);
  const width = parseSide(fields, "width");
  const height = parseSide(fields, "height");
  if (aspectRatio !== undefined) {
    if (aspectRatio === "21:9" && model !== "image-01") {
      fields.fail("aspect_ratio", "21:9 applies only to image-01");
    }
    return ASPECT_RATIO_SIZES[aspectRatio];
  }
  if (width === undefined && height === undefined) return ASPECT_RATIO_SIZES["1:1"];
  if (model !== "image-01") {
    fields.fail(width === undefined ? "height" : "width", "applies only to image-01");
  }
  if (width === undefined || height === undefined) {
    fields.fail(width === undefined ? "width" : "height", "width and height must be set together");
  }
  return { width, height };
}

function parseSide(fields: Fields, name: "width" | "height"): number | undefined {
  const side = fields.integer(name, { min: 512, max: 2048 });
  if (side !== undefined && side % 8 !== 0) fields.fail(name, "must be a multiple of 8");
  return side;
}

function parseStyle(fields: Fields): ImageStyle | null {
  const style = fields.object("style");
  if (style === undefined) return null;
  const type = style.required("style_type", style.oneOf("style_type", STYLE_TYPES));
  const weight = style.number("style_weight", { min: 0, max: 1 }) ?? 0.8;
  if (weight === 0) style.fail("style_weight", "must be above 0");
  return { type, weight };
}

function parseReferences(
  fields: Fields,
  { maxSubjectReferences }: { maxSubjectReferences: number },
): Promise<SubjectReference[]> {
  const references = fields.objects("subject_reference") ?? [];
  if (references.length > maxSubjectReferences)
    fields.fail("subject_reference", `at most ${maxSubjectReferences}, got ${references.length}`);
  return Promise.all(
    references.map(async (reference) => {
      reference.required("type", reference.oneOf("type", ["character"] as const));
      const imageFile = reference.required("image_file", reference.string("image_file", { min: 1 }));
      return {
        imageFile,
        bytes: isHttpUrl(imageFile) ? null : await parseReferenceBytes(reference, imageFile),
      };
    }),
  );
}

async function parseReferenceBytes(reference: Fields, imageFile: string): Promise<Buffer> {
  const decoded = decodeDataUrl(imageFile);
  if (decoded === null) reference.fail("image_file", "must be an http or https URL or a Base64 data URL");
  const formatRule = "must be a JPG or PNG picture";
  if (!REFERENCE_TYPES.includes(decoded.mimeType)) reference.fail("image_file", formatRule);
  const rules = { formats: ["jpeg", "png"], formatRule, underMegabytes: 10 } as const;
  await checkPicture(reference, "image_file", decoded.bytes, rules);
  return decoded.bytes;
}
