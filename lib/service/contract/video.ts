import { z } from "zod";
import { answerShape, identifierSchema, optionalCountSchema, optionalIdentifierSchema } from "./answer.ts";
import { booleanField, choiceField, strictObject, textField } from "./fields.ts";
import { keyOfBuiltInIssue, reportProblem } from "./issue.ts";
import { httpUrlField, mediaReferenceField } from "./media-reference.ts";
import { defaultVideoResolution, VIDEO_DURATIONS, VIDEO_MODELS, VIDEO_RESOLUTIONS } from "./video-modes.ts";

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

/** The fields of the video request; a form may replace `first_frame_image` and `callback_url` and keep the rest. */
export const videoRequestShape = {
  model: choiceField(VIDEO_MODELS),
  prompt: textField({ key: "video.prompt", max: VIDEO_PROMPT_MAX_LENGTH }).optional(),
  prompt_optimizer: booleanField().optional(),
  fast_pretreatment: booleanField().optional(),
  duration: z.int({ error: keyOfBuiltInIssue }).optional(),
  resolution: choiceField(VIDEO_RESOLUTIONS).optional(),
  aigc_watermark: booleanField().optional(),
};

/** The fields that the cross-field rules of the video request read. */
export interface VideoRuleInput {
  model: (typeof VIDEO_MODELS)[number];
  duration?: number | undefined;
  resolution?: (typeof VIDEO_RESOLUTIONS)[number] | undefined;
}

/** service.md Limits, both video tables, in their wider reading: duration and resolution must fit model and each other. */
export function checkVideoRules(request: VideoRuleInput, context: z.RefinementCtx): void {
  const { model } = request;
  const resolution = request.resolution ?? defaultVideoResolution(model);
  const allowed = VIDEO_DURATIONS[model][resolution] ?? [];
  if (allowed.length === 0) {
    const offered = VIDEO_RESOLUTIONS.filter((name) => VIDEO_DURATIONS[model][name] !== undefined);
    reportProblem(context, ["resolution"], "video.resolution.model", { resolution, model, allowed: offered });
  } else if (request.duration !== undefined && !allowed.includes(request.duration)) {
    const { duration } = request;
    reportProblem(context, ["duration"], "video.duration.choice", { duration, model, resolution, allowed });
  }
}

/** The strict schema of endpoint 3, POST /v1/video_generation. */
export const videoRequestSchema = strictObject({
  ...videoRequestShape,
  first_frame_image: mediaReferenceField({
    key: "video.first-frame",
    mimeTypes: FIRST_FRAME_MIME_TYPES,
    underBytes: FIRST_FRAME_LIMITS.underBytes,
  }),
  callback_url: httpUrlField().optional(),
}).superRefine(checkVideoRules);
export type VideoRequest = z.input<typeof videoRequestSchema>;

/** service.md "Video generation response". */
export const videoResponseSchema = z.looseObject({ ...answerShape, task_id: identifierSchema });

/** unshown.md Video "task query" and "update body": states whatever their case; `fail` and `failed` are one. */
export const VIDEO_TASK_STATES = ["preparing", "queueing", "processing", "success", "failed"] as const;
export type VideoTaskState = (typeof VIDEO_TASK_STATES)[number];

/** unshown.md Video "task query" answer; a callback's update has the same shape (service.md "Video callback body"). */
export const videoQueryResponseSchema = z.looseObject({
  ...answerShape,
  task_id: optionalIdentifierSchema,
  status: z.string(),
  file_id: optionalIdentifierSchema,
  video_width: optionalCountSchema,
  video_height: optionalCountSchema,
});

/** The state that a status text means; null for one that is not described. */
export function readVideoTaskState(status: string): VideoTaskState | null {
  const lower = status.trim().toLowerCase();
  if (lower === "fail") return "failed";
  return VIDEO_TASK_STATES.find((state) => state === lower) ?? null;
}
