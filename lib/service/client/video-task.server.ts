import { z } from "zod";
import {
  readVideoTaskState,
  videoQueryResponseSchema,
  videoRequestSchema,
  videoResponseSchema,
  type VideoRequest,
  type VideoTaskState,
} from "../contract/video.ts";
import { wireModelName } from "../profiles/read-profile.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { renameFields } from "../wire/rename-fields.ts";
import {
  parseRequest,
  sendCall,
  type CallFacts,
  type CallOptions,
  type ClientContext,
} from "./call.server.ts";
import { isOfFailedTask, readTaskFailure, tellsOfFailedTask, type TaskFailure } from "./task-failure.ts";

export interface CreateVideoTaskResult extends CallFacts {
  taskId: string;
}

export interface VideoTask extends CallFacts {
  taskId: string;
  /** Null for a status that is not described; `status` is the service's own word. */
  state: VideoTaskState | null;
  status: string;
  /** Present on success. */
  fileId: string | null;
  /** Pixels, where the service tells. */
  width: number | null;
  height: number | null;
  /** Null unless the state is failed. */
  failure: TaskFailure | null;
}

/** Endpoint 3, POST /v1/video_generation. Billable; never sent again by itself. Throws ServiceError. */
export async function createVideoTask(
  context: ClientContext,
  request: VideoRequest,
  options: CallOptions = {},
): Promise<CreateVideoTaskResult> {
  const parsed = parseRequest(videoRequestSchema, request, "videoGeneration");
  const json = renameFields(
    { ...parsed, model: wireModelName(context.profile, parsed.model) },
    context.profile.fieldNames.video,
  );
  const answer = await sendCall(context, { endpoint: "videoGeneration", json }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, videoResponseSchema);
  return { taskId: value.task_id, traceId: traceId ?? null, address };
}

/** unshown.md Video "task query". Free; may be repeated. Throws ServiceError. */
export async function queryVideoTask(
  context: ClientContext,
  taskId: string,
  options: CallOptions = {},
): Promise<VideoTask> {
  const answer = await sendCall(context, { endpoint: "videoQuery", query: { taskId } }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, queryAnswerSchema, [], (document) =>
    tellsOfFailedTask(document, isFailedStatus),
  );
  const isFailed = isOfFailedTask(value, isFailedStatus);
  if (!isFailed && !value.status)
    throw answer.fault("answer.shape", { kind: "malformed", detail: "no status" });
  const status = value.status ?? "";
  return {
    taskId: value.task_id ?? taskId,
    state: isFailed ? "failed" : readVideoTaskState(status),
    status,
    fileId: value.file_id,
    width: value.video_width,
    height: value.video_height,
    failure: isFailed ? readTaskFailure(value.base_resp) : null,
    traceId: traceId ?? null,
    address,
  };
}

/** A failed task may be told by a code alone. */
const queryAnswerSchema = videoQueryResponseSchema.extend({ status: z.string().nullish() });

const isFailedStatus = (status: string) => readVideoTaskState(status) === "failed";
