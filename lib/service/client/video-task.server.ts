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
import { parseRequest, sendCall, type CallOptions, type ClientContext } from "./call.server.ts";
import { queryTask, type QueriedTask } from "./query-task.server.ts";

export type VideoTask = QueriedTask<VideoTaskState>;

/**
 * Endpoint 3, POST /v1/video_generation. Billable: sent once, never retried. Throws ServiceError,
 * `service.callback-address` where the service couldn't verify the callback address.
 */
export async function createVideoTask(
  context: ClientContext,
  request: VideoRequest,
  options: CallOptions = {},
) {
  const parsed = parseRequest(videoRequestSchema, request, "videoGeneration");
  const json = renameFields(
    { ...parsed, model: wireModelName(context.profile, parsed.model) },
    context.profile.fieldNames.video,
  );
  const answer = await sendCall(context, { endpoint: "videoGeneration", json }, options);
  try {
    const { value, facts } = await readJsonAnswer(answer, videoResponseSchema);
    return { taskId: value.task_id, ...facts };
  } catch (error) {
    throw parsed.callback_url === undefined ? error : toCallbackFault(error);
  }
}

/** unshown.md Video "challenge": rejected as invalid parameters, with a message about the callback. */
function toCallbackFault(error: unknown): unknown {
  if (!isServiceError(error) || error.code !== "service.invalid-parameters") return error;
  if (!/callback/i.test(error.serviceMessage ?? "")) return error;
  return new ServiceError("service.callback-address", { ...error, cause: error });
}

/** unshown.md Video "task query". Free, so safe to repeat. Throws ServiceError. */
export function queryVideoTask(
  context: ClientContext,
  taskId: string,
  options: CallOptions = {},
): Promise<VideoTask> {
  const query = { taskId, schema: queryAnswerSchema, readState: readVideoTaskState };
  return queryTask(context, { endpoint: "videoQuery", ...query }, options);
}

/** The status of a failed task may be missing. */
const queryAnswerSchema = videoQueryResponseSchema.extend({ status: z.string().nullish() });
