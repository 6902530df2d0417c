import { z } from "zod";
import {
  answerShape,
  identifierSchema,
  optionalCountSchema,
  optionalIdentifierSchema,
  baseRespSchema,
} from "./answer.ts";
import { booleanField, choiceField, strictObject, textField } from "./fields.ts";
import { idleIf, withoutIdle, type IdleField } from "./idle-fields.ts";
import { keyOfBuiltInIssue, reportProblem } from "./issue.ts";
import { httpUrlField, mediaReferenceField } from "./media-reference.ts";
import {
  defaultVideoResolution,
  supportsCamera,
  supportsPretreatment,
  FIRST_FRAME_LIMITS,
  FIRST_FRAME_MIME_TYPES,
  VIDEO_DURATIONS,
  VIDEO_MODELS,
  VIDEO_PROMPT_MAX_LENGTH,
  VIDEO_RESOLUTIONS,
} from "./video-modes.ts";
import { writeCameraCommas } from "./camera-instructions.ts";

/** Fields of the video request. A form may replace `first_frame_image` and `callback_url` and keep the rest. */
export const videoRequestShape = {
  model: choiceField(VIDEO_MODELS).describe("Video model. Determines the available resolutions."),
  prompt: textField({ key: "video.prompt", max: VIDEO_PROMPT_MAX_LENGTH })
    .optional()
    .describe(
      "Description of the video. Length in Unicode code points. The Vendor models and I2V-01-Director support camera instructions in square brackets, such as [左移], or several at once: [左移,上升].",
    ),
  prompt_optimizer: booleanField()
    .optional()
    .describe(
      "Whether the service rewrites the prompt first. Default true. false gives more precise control.",
    ),
  fast_pretreatment: booleanField()
    .optional()
    .describe("Shortens the prompt optimisation. Only with the Vendor models and prompt_optimizer."),
  duration: z
    .int({ error: keyOfBuiltInIssue })
    .optional()
    .describe(
      "Seconds: 6 or 10, depending on model and resolution. Default 6. 10 only with the Vendor models below 1080P.",
    ),
  resolution: choiceField(VIDEO_RESOLUTIONS)
    .optional()
    .describe("Default 768P. For the I2V-01 models 720P (default) or 1080P. 512P only with Vendor-Video-02."),
  aigc_watermark: booleanField().optional().describe("Whether the service adds a watermark to the video."),
};

/** Fields used by the cross-field rules. */
interface VideoRuleInput {
  model: (typeof VIDEO_MODELS)[number];
  duration?: number | undefined;
  resolution?: (typeof VIDEO_RESOLUTIONS)[number] | undefined;
  prompt_optimizer?: boolean | undefined;
  fast_pretreatment?: boolean | undefined;
}

/** service.md Limits, both video tables in their wider reading: resolution and duration must fit the model. */
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

/**
 * service.md "Video generation request": fast pretreatment shortens the prompt optimisation of three models.
 */
export function findIdleVideoFields(request: VideoRuleInput): IdleField[] {
  const { model, prompt_optimizer: optimizer, fast_pretreatment: isFast } = request;
  const path = "fast_pretreatment";
  if (isFast !== true) return [];
  if (!supportsPretreatment(model)) return idleIf(true, path, "model-has-no-pretreatment", { model });
  return idleIf(optimizer === false, path, "optimizer-is-off");
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
})
  .superRefine(checkVideoRules)
  .overwrite(withoutIdle(findIdleVideoFields))
  .overwrite((request) => {
    const { model, prompt } = request;
    return prompt === undefined || !supportsCamera(model)
      ? request
      : { ...request, prompt: writeCameraCommas(prompt) };
  });
export type VideoRequest = z.input<typeof videoRequestSchema>;

/** service.md "Video generation response". */
export const videoResponseSchema = z.looseObject({ ...answerShape, task_id: identifierSchema });

/** unshown.md Video "task query" and "update body": states, in any case; `fail` and `failed` are the same. */
export const VIDEO_TASK_STATES = ["preparing", "queueing", "processing", "success", "failed"] as const;
export type VideoTaskState = (typeof VIDEO_TASK_STATES)[number];

/** unshown.md Video "task query"; callbacks have the same shape (service.md "Video callback body"). */
export const videoQueryResponseSchema = z.looseObject({
  ...answerShape,
  task_id: optionalIdentifierSchema,
  status: z.string(),
  file_id: optionalIdentifierSchema,
  video_width: optionalCountSchema,
  video_height: optionalCountSchema,
});

/** The state of a status text; null for an undocumented one. */
export function readVideoTaskState(status: string): VideoTaskState | null {
  const lower = status.trim().toLowerCase();
  if (lower === "fail") return "failed";
  return VIDEO_TASK_STATES.find((state) => state === lower) ?? null;
}

/** service.md Events 1: the challenge must be returned within this time. */
export const CHALLENGE_ANSWER_WITHIN_MS = 3_000;

const challengeSchema = z.looseObject({ challenge: z.union([z.string(), z.number()]) });

/** A callback: the challenge of an address, or the state of a task. */
type VideoCallback =
  | { kind: "challenge"; challenge: string | number }
  | {
      kind: "update";
      taskId: string | null;
      /** Null for an undocumented status. */
      state: VideoTaskState | null;
      status: string;
      fileId: string | null;
      /** base_resp.status_code; null without one. */
      serviceCode: number | null;
      serviceMessage: string | null;
    };

/** Only task and status are needed; the other fields may have any form. */
const updateSchema = videoQueryResponseSchema.extend({
  file_id: optionalIdentifierSchema.catch(null),
  base_resp: baseRespSchema.nullish().catch(null),
});

/**
 * Reads the body of a callback (service.md Events; unshown.md Video "update body"), parsed by
 * `parseJsonKeepingDigits`. Null for anything else. Callbacks aren't signed: trust only the task ID, and query
 * the service.
 */
export function readVideoCallback(body: unknown): VideoCallback | null {
  const challenge = challengeSchema.safeParse(body);
  if (challenge.success) return { kind: "challenge", challenge: challenge.data.challenge };
  const update = updateSchema.safeParse(body);
  if (!update.success) return null;
  const { task_id: taskId, status, file_id: fileId, base_resp: baseResp } = update.data;
  return {
    kind: "update",
    taskId,
    state: readVideoTaskState(status),
    status,
    fileId,
    serviceCode: baseResp?.status_code ?? null,
    serviceMessage: baseResp?.status_msg ?? null,
  };
}
