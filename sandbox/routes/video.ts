import { createHash } from "node:crypto";
import { passesChallenge } from "../callback-pusher.ts";
import { SUCCESS } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import { VIDEO_SIZES } from "../media/video/make-video.ts";
import { parseVideoRequest, type VideoRequest } from "../rules/video-rules.ts";
import { makeInt64Id, makeTextId } from "../state/identifiers.ts";
import type { Task, TaskStatus } from "../state/task-store.ts";
import { defineEndpoint } from "./service-endpoint.ts";

const TYPICAL_TASK_MS = 12_000;
const TASK_FAILURE_CODE = 1027;

/** POST /v1/video_generation: service.md "Video generation request" and "Events". */
export const videoCreation = defineEndpoint<VideoRequest>({
  method: "POST",
  path: "/v1/video_generation",
  form: "json",
  billable: true,
  hasBodyTraceId: false,
  typicalLatencyMs: [150, 400],
  parse: (fields) => parseVideoRequest(fields),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "video", model: input.model }),
  text: (input) => input.prompt,
  run: async (input, call) => {
    const { tasks, files, settings, callbacks, closing } = call.sandbox;
    if (input.callbackUrl !== null && !(await passesChallenge(input.callbackUrl, makeTextId(), closing))) {
      throw new Refusal(2013, "invalid params, fail to check callback url");
    }
    const taskId = String(makeInt64Id());
    const file = files.promise({
      key: call.key,
      purpose: "video_generation",
      fileName: `${taskId}.mp4`,
      contentType: "video/mp4",
      recipe: { taskId },
    });
    tasks.create({
      taskId,
      kind: "video",
      key: call.key,
      durationMs: call.faults.value("task-ms") ?? settings.taskDurationMs ?? TYPICAL_TASK_MS,
      failureCode: call.faults.has("task-failed") ? TASK_FAILURE_CODE : 0,
      fileId: file.fileId,
      callbackUrl: input.callbackUrl,
      // A data URL of 20 MB has no place in the journal; its hash turns the colours just as well.
      request: { ...input, firstFrameImage: hash(input.firstFrameImage) } satisfies VideoRequest,
    });
    callbacks.wake();
    return { kind: "json", body: { task_id: taskId, base_resp: SUCCESS } };
  },
});

/** GET /v1/query/video_generation?task_id=: unshown.md "Video", task query. */
export const videoQuery = defineEndpoint<string>({
  method: "GET",
  path: "/v1/query/video_generation",
  form: "query",
  billable: false,
  hasBodyTraceId: false,
  typicalLatencyMs: [5, 25],
  parse: (fields) => fields.required("task_id", fields.string("task_id", { min: 1 })),
  run: async (taskId, call) => {
    const { tasks } = call.sandbox;
    const task = tasks.find(taskId);
    if (task === null || task.key !== call.key || task.kind !== "video") {
      throw new Refusal(2013, "invalid params, task_id: no such task");
    }
    return { kind: "json", body: describeTask(task, tasks.statusOf(task)) };
  },
});

function describeTask(task: Task, status: TaskStatus): Record<string, unknown> {
  if (status === "Fail") {
    const base_resp = { status_code: task.failureCode, status_msg: "output new_sensitive" };
    return { task_id: task.taskId, status, file_id: "", base_resp };
  }
  const isSuccess = status === "Success";
  const { width, height } = VIDEO_SIZES[(task.request as VideoRequest).resolution];
  return {
    task_id: task.taskId,
    status,
    file_id: isSuccess ? task.fileId : "",
    video_width: isSuccess ? width : 0,
    video_height: isSuccess ? height : 0,
    base_resp: SUCCESS,
  };
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
