import { z } from "zod";
import {
  readVideoTaskState,
  videoQueryResponseSchema,
  videoRequestSchema,
  videoResponseSchema,
  type VideoRequest,
  type VideoTaskState,
} from "../contract/video.ts";
import { isServiceError, ServiceError } from "../errors/service-error.ts";
import { wireModelName } from "../profiles/read-profile.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { renameFields } from "../wire/json-body.server.ts";
import {
  parseRequest,
  sendCall,
  type CallFacts,
  type CallOptions,
  type ClientContext,
} from "./call.server.ts";
import { queryTask, type QueriedTask } from "./query-task.server.ts";

export interface CreateVideoTaskResult extends CallFacts {
  taskId: string;
}

export interface VideoTask extends QueriedTask<VideoTaskState> {
  /** Pixels, where the service tells. */
  width: number | null;
  height: number | null;
}

/**
 * Endpoint 3, POST /v1/video_generation. Billable; never sent again by itself. Throws ServiceError,
 * `service.callback-address` where the service could not check the callback address.
 */
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
  try {
    const { value, traceId, address } = await readJsonAnswer(answer, videoResponseSchema);
    return { taskId: value.task_id, traceId: traceId ?? null, address };
  } catch (error) {
    throw parsed.callback_url === undefined ? error : tellCallbackFault(error);
  }
}

/** unshown.md Video "challenge": refused with the code of wrong parameters, and words that speak of the callback. */
function tellCallbackFault(error: unknown): unknown {
  if (!isServiceError(error) || error.code !== "service.invalid-parameters") return error;
  if (!/callback/i.test(error.serviceMessage ?? "")) return error;
  return new ServiceError("service.callback-address", { ...error, cause: error });
}

/** unshown.md Video "task query". Free; may be repeated. Throws ServiceError. */
export async function queryVideoTask(
  context: ClientContext,
  taskId: string,
  options: CallOptions = {},
): Promise<VideoTask> {
  const query = { taskId, schema: queryAnswerSchema, readState: readVideoTaskState };
  const { task, answered } = await queryTask(context, { endpoint: "videoQuery", ...query }, options);
  return { ...task, width: answered.video_width, height: answered.video_height };
}

/** A failed task may be told by a code alone. */
const queryAnswerSchema = videoQueryResponseSchema.extend({ status: z.string().nullish() });
