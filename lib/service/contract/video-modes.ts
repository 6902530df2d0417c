/** service.md "Video generation request", model. */
export const VIDEO_MODELS = [
  "Vendor-Video-2.3",
  "Vendor-Video-2.3-Fast",
  "Vendor-Video-02",
  "I2V-01-Director",
  "I2V-01-live",
  "I2V-01",
] as const;
export type VideoModel = (typeof VIDEO_MODELS)[number];

/** service.md "Video generation request", resolution. */
export const VIDEO_RESOLUTIONS = ["512P", "720P", "768P", "1080P"] as const;
export type VideoResolution = (typeof VIDEO_RESOLUTIONS)[number];

type Durations = Readonly<Partial<Record<VideoResolution, readonly number[]>>>;

const vendor2_3: Durations = { "768P": [6, 10], "1080P": [6] };
/** 512P is only in the resolution table, for 6 and 10 s; the wider reading applies. */
const vendor02: Durations = { "512P": [6, 10], "768P": [6, 10], "1080P": [6] };
/** 1080P is only in the duration table, for 6 s; the wider reading applies. */
const series01: Durations = { "720P": [6], "1080P": [6] };

/** service.md Limits, "Video duration by model and resolution" and "Video resolution by model and duration": seconds. */
export const VIDEO_DURATIONS: Readonly<Record<VideoModel, Durations>> = {
  "Vendor-Video-2.3": vendor2_3,
  "Vendor-Video-2.3-Fast": vendor2_3,
  "Vendor-Video-02": vendor02,
  "I2V-01-Director": series01,
  "I2V-01-live": series01,
  "I2V-01": series01,
};

/** service.md Limits, "Video resolution by model and duration": 720P for the 01 series, 768P for the others. */
export function defaultVideoResolution(model: VideoModel): VideoResolution {
  return VIDEO_DURATIONS[model]["720P"] === undefined ? "768P" : "720P";
}

/** service.md Limits: video prompt. */
export const VIDEO_PROMPT_MAX_LENGTH = 2000;

/** unshown.md Video "first_frame_image": JPG, PNG or WebP under 20 MB; short side over 300 px; aspect 2:5 to 5:2. */
export const FIRST_FRAME_MIME_TYPES = ["image/jpeg", "image/jpg", "image/png", "image/webp"] as const;
export const FIRST_FRAME_LIMITS = {
  underBytes: 20_000_000,
  shortSideOverPixels: 300,
  aspectMin: 2 / 5,
  aspectMax: 5 / 2,
} as const;

/** service.md "Video generation request": default duration in seconds. */
export const VIDEO_DEFAULT_DURATION = 6;

/** service.md "Video generation request": models with fast pretreatment. */
const FAST_PRETREATMENT_MODELS = ["Vendor-Video-2.3", "Vendor-Video-2.3-Fast", "Vendor-Video-02"] as const;

/** Whether a model supports fast pretreatment. */
export function supportsPretreatment(model: string): boolean {
  return (FAST_PRETREATMENT_MODELS as readonly string[]).includes(model);
}

/** service.md "Camera-control instructions": models that support them. */
const CAMERA_MODELS = [...FAST_PRETREATMENT_MODELS, "I2V-01-Director"] as const;

/** Whether a model supports camera instructions; other models read them as text. */
export function supportsCamera(model: string): boolean {
  return (CAMERA_MODELS as readonly string[]).includes(model);
}
