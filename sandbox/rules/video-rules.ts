import { fetchLocal, isLocalUrl } from "../http/fetch-local.ts";
import { type Fields, isHttpUrl } from "./fields.ts";
import { checkPicture, decodeDataUrl } from "./pictures.ts";

const MODELS = [
  "Vendor-Video-2.3",
  "Vendor-Video-2.3-Fast",
  "Vendor-Video-02",
  "I2V-01-Director",
  "I2V-01-live",
  "I2V-01",
] as const;
const RESOLUTIONS = ["512P", "720P", "768P", "1080P"] as const;
const IMAGE_UNDER_MEGABYTES = 20;
const IMAGE_TYPES = ["image/jpeg", "image/jpg", "image/png", "image/webp"];

export type VideoModel = (typeof MODELS)[number];
type VideoResolution = (typeof RESOLUTIONS)[number];

export type VideoRequest = Awaited<ReturnType<typeof parseVideoRequest>>;

/** A picture with its size in pixels; or only its address, where that is not fetched. */
type FirstFrameImage =
  | { address: string; bytes: null }
  | { address: null; bytes: Buffer; width: number; height: number };

/** Durations by model and resolution: both tables of service.md "Limits" together. */
const DURATIONS: Record<"2.3" | "02" | "01", Partial<Record<VideoResolution, readonly number[]>>> = {
  "2.3": { "768P": [6, 10], "1080P": [6] },
  "02": { "512P": [6, 10], "768P": [6, 10], "1080P": [6] },
  "01": { "720P": [6], "1080P": [6] },
};

/** Checks a video request by service.md "Video generation request" and "Limits". Throws a 2013 refusal. */
export async function parseVideoRequest(fields: Fields) {
  const model = fields.required("model", fields.oneOf("model", MODELS));
  const family = model === "Vendor-Video-02" ? "02" : model.startsWith("Vendor-Video-2.3") ? "2.3" : "01";
  const prompt = fields.string("prompt", { max: 2000 }) ?? "";
  const durationSeconds = fields.oneOf("duration", [6, 10] as const) ?? 6;
  const resolution = fields.oneOf("resolution", RESOLUTIONS) ?? (family === "01" ? "720P" : "768P");
  const durations = DURATIONS[family][resolution];
  if (durations === undefined) fields.fail("resolution", `${resolution} is not available for ${model}`);
  if (!durations.includes(durationSeconds)) {
    fields.fail("duration", `${durationSeconds} s is not available for ${model} at ${resolution}`);
  }
  fields.boolean("prompt_optimizer");
  fields.boolean("fast_pretreatment");
  return {
    model,
    prompt,
    firstFrame: await parseFirstFrame(fields),
    durationSeconds,
    resolution,
    callbackUrl: fields.url("callback_url") ?? null,
    hasWatermark: fields.boolean("aigc_watermark") ?? false,
  };
}

/** A URL, or a data URL of a JPG, PNG or WebP under 20 MB, short side over 300 px, aspect 2:5 to 5:2 (unshown.md). */
async function parseFirstFrame(fields: Fields): Promise<FirstFrameImage> {
  const name = "first_frame_image";
  const image = fields.required(name, fields.string(name, { min: 1 }));
  if (isHttpUrl(image) && !isLocalUrl(image)) return { address: image, bytes: null };
  const bytes = isHttpUrl(image)
    ? await fetchLocal(image, IMAGE_UNDER_MEGABYTES * 1_000_000, name)
    : decodeTypedImage(image);
  if (bytes === undefined)
    fields.fail(name, "must be an http or https URL or a Base64 data URL of a JPG, PNG or WebP");
  const { width, height } = await checkPicture(fields, name, bytes, {
    formats: ["jpeg", "png", "webp"],
    formatRule: "must be a JPG, PNG or WebP picture",
    underMegabytes: IMAGE_UNDER_MEGABYTES,
  });
  if (Math.min(width, height) <= 300) fields.fail(name, "its short side must be over 300 px");
  const aspect = width / height;
  if (aspect < 2 / 5 || aspect > 5 / 2) fields.fail(name, "its aspect must lie between 2:5 and 5:2");
  return { address: null, bytes, width, height };
}

function decodeTypedImage(dataUrl: string): Buffer | undefined {
  const decoded = decodeDataUrl(dataUrl);
  return decoded !== null && IMAGE_TYPES.includes(decoded.mimeType) ? decoded.bytes : undefined;
}
