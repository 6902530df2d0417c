import { z } from "zod";
import {
  narrationQueryResponseSchema,
  narrationRequestSchema,
  narrationResponseSchema,
  readNarrationTaskState,
  type NarrationRequest,
  type NarrationTaskState,
} from "../contract/narration.ts";
import { rawInteger } from "../json/raw-json.server.ts";
import { wireModelName } from "../profiles/read-profile.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import {
  parseRequest,
  sendCall,
  type CallFacts,
  type CallOptions,
  type ClientContext,
} from "./call.server.ts";
import { isOfFailedTask, readTaskFailure, tellsOfFailedTask, type TaskFailure } from "./task-failure.ts";

export interface CreateNarrationTaskResult extends CallFacts {
  taskId: string;
  taskToken: string | null;
  /** Identifier of the result; null when the service tells it only later. */
  fileId: string | null;
  /** Characters billed. */
  usageCharacters: number | null;
}

export interface NarrationTask extends CallFacts {
  taskId: string;
  /** Null for a status that is not described; `status` is the service's own word. */
  state: NarrationTaskState | null;
  status: string;
  fileId: string | null;
  /** Null unless the state is failed. */
  failure: TaskFailure | null;
}

/** Endpoint 5, POST /v1/t2a_async_v2. Billable; never sent again by itself. Throws ServiceError. */
export async function createNarrationTask(
  context: ClientContext,
  request: NarrationRequest,
  options: CallOptions = {},
): Promise<CreateNarrationTaskResult> {
  const parsed = parseRequest(narrationRequestSchema, request, "narrationCreate");
  const { text_file_id: fileId } = parsed;
  const json = {
    ...parsed,
    model: wireModelName(context.profile, parsed.model),
    ...(fileId === undefined ? {} : { text_file_id: rawInteger(fileId) }),
  };
  const answer = await sendCall(context, { endpoint: "narrationCreate", json }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, narrationResponseSchema);
  return {
    taskId: value.task_id,
    taskToken: value.task_token,
    fileId: value.file_id,
    usageCharacters: value.usage_characters,
    traceId: traceId ?? null,
    address,
  };
}

/** unshown.md Long speech "task query", at most 10 a second. Free; may be repeated. Throws ServiceError. */
export async function queryNarrationTask(
  context: ClientContext,
  taskId: string,
  options: CallOptions = {},
): Promise<NarrationTask> {
  const answer = await sendCall(context, { endpoint: "narrationQuery", query: { taskId } }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, queryAnswerSchema, [], (document) =>
    tellsOfFailedTask(document, isFailedStatus),
  );
  const isFailed = isOfFailedTask(value, isFailedStatus);
  if (!isFailed && !value.status)
    throw answer.fault("answer.shape", { kind: "malformed", detail: "no status" });
  const status = value.status ?? "";
  return {
    taskId: value.task_id ?? taskId,
    state: isFailed ? "failed" : readNarrationTaskState(status),
    status,
    fileId: value.file_id,
    failure: isFailed ? readTaskFailure(value.base_resp) : null,
    traceId: traceId ?? null,
    address,
  };
}

/** A failed task may be told by a code alone. */
const queryAnswerSchema = narrationQueryResponseSchema.extend({ status: z.string().nullish() });

const isFailedStatus = (status: string) => readNarrationTaskState(status) === "failed";
