import { stripFaultDirectives } from "../faults.ts";
import { succeed } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import { findCameraGroups } from "../media/video/camera-path.ts";
import { nameShot } from "../media/video/shot-name.ts";
import type { VideoOrder } from "../media/video/make-video.ts";
import { defineEndpoint } from "./service-endpoint.ts";
import { createTask, getTask, parseTaskId } from "./tasks.ts";
import { parseVideoRequest, type VideoModel, type VideoRequest } from "../rules/video-rules.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { drawTake } from "../settings.ts";

/** Short side of each resolution in pixels. */
const SHORT_SIDES = { "512P": 512, "720P": 720, "768P": 768, "1080P": 1080 } as const;
const USUAL_ASPECT = 16 / 9;

/** POST /v1/video_generation: service.md "Video generation request" and "Events". */
export const videoCreation = defineEndpoint<VideoRequest>("POST /v1/video_generation", {
  billable: true,
  typicalLatencyMs: [150, 400],
  parse: (fields) => parseVideoRequest(fields),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "video", model: input.model }),
  text: (input) => input.prompt,
  run: async (input, call) => {
    const { callbacks } = call.sandbox;
    const { callbackUrl: url } = input;
    if (url !== null && !(await callbacks.passesChallenge(url))) {
      throw new Refusal(2013, "invalid params, fail to check callback url");
    }
    const { faults } = call;
    const request = await orderVideo(input, call.sandbox);
    const task = createTask(call, { kind: "video", callbackUrl: url, request, faults });
    callbacks.wake();
    return succeed({ task_id: task.taskId });
  },
});

/** GET /v1/query/video_generation?task_id=: unshown.md "Video", task query. */
export const videoQuery = defineEndpoint<string>("GET /v1/query/video_generation", {
  parse: parseTaskId,
  run: async (taskId, call) => {
    const task = getTask(taskId, "video", call);
    const status = call.sandbox.tasks.statusOf(task);
    if (status === "Processing" || status === "Success") call.sandbox.desk.start(task);
    if (status === "Fail") {
      const base_resp = { status_code: task.failureCode, status_msg: "output new_sensitive" };
      return { kind: "json", body: { task_id: taskId, status, file_id: "", base_resp } };
    }
    const { width, height } = task.request as VideoOrder;
    const made = { file_id: task.fileId, video_width: width, video_height: height };
    const open = { file_id: "", video_width: 0, video_height: 0 };
    return succeed({ task_id: taskId, status, ...(status === "Success" ? made : open) });
  },
});

/** Models whose prompt may hold camera instructions (service.md "Camera-control instructions"). */
const DIRECTED_MODELS: readonly VideoModel[] = [
  "Vendor-Video-2.3",
  "Vendor-Video-2.3-Fast",
  "Vendor-Video-02",
  "I2V-01-Director",
];

async function orderVideo(input: VideoRequest, sandbox: SandboxContext): Promise<VideoOrder> {
  const { firstFrame, durationSeconds, hasWatermark } = input;
  const { settings, workshop } = sandbox;
  const prompt = stripFaultDirectives(input.prompt);
  const isKept = firstFrame.bytes !== null;
  return {
    // A picture of 20 MB has no place in the journal: it is kept apart and known by its name.
    firstFrame: isKept
      ? { kind: "kept", name: await workshop.keepFirstFrame(firstFrame.bytes) }
      : { kind: "drawn", prompt, address: firstFrame.address },
    ...sizeVideo(input.resolution, isKept ? firstFrame : null),
    durationSeconds,
    framesPerSecond: settings.videoFramesPerSecond,
    cameraGroups: DIRECTED_MODELS.includes(input.model) ? findCameraGroups(prompt) : [],
    take: drawTake(settings),
    name: nameShot(prompt),
    hasWatermark,
    indexPlace: settings.videoIndex,
  };
}

/** The short side is that of the resolution, the aspect ratio that of the first frame, and both sides are even. */
function sizeVideo(
  resolution: keyof typeof SHORT_SIDES,
  firstFrame: { width: number; height: number } | null,
): { width: number; height: number } {
  const short = SHORT_SIDES[resolution];
  const aspect = firstFrame === null ? USUAL_ASPECT : firstFrame.width / firstFrame.height;
  const long = 2 * Math.round((short * Math.max(aspect, 1 / aspect)) / 2);
  return aspect >= 1 ? { width: long, height: short } : { width: short, height: long };
}
