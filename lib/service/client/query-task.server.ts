import type { z } from "zod";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { sendCall, type CallFacts, type CallOptions, type ClientContext } from "./call.server.ts";
import {
  isOfFailedTask,
  readTaskFailure,
  tellsOfFailedTask,
  type TaskFailure,
  type TaskQueryAnswer,
} from "./task-failure.ts";

/** What a task query tells of a task, whatever it makes. */
export interface QueriedTask<State extends string> extends CallFacts {
  taskId: string;
  /** Null for a status that is not described; `status` is the service's own word. */
  state: State | null;
  status: string;
  /** Present on success. */
  fileId: string | null;
  /** Null unless the state is failed. */
  failure: TaskFailure | null;
}

/** What the answers of all task queries hold; a failed task may be told by a code alone. */
interface TaskAnswer extends TaskQueryAnswer {
  task_id: string | null;
  file_id: string | null;
}

export interface TaskQuery<Answer extends TaskAnswer, State extends string> {
  endpoint: "narrationQuery" | "videoQuery";
  taskId: string;
  schema: z.ZodType<Answer>;
  readState: (status: string) => State | null;
}

/**
 * unshown.md "task query" of Video and Long speech. Free; may be repeated. Throws ServiceError.
 *
 * @returns the task, and the answer for what only one kind of task tells
 */
export async function queryTask<Answer extends TaskAnswer, State extends string>(
  context: ClientContext,
  { endpoint, taskId, schema, readState }: TaskQuery<Answer, State | "failed">,
  options: CallOptions,
): Promise<{ task: QueriedTask<State | "failed">; answered: Answer }> {
  const isFailedStatus = (status: string) => readState(status) === "failed";
  const answer = await sendCall(context, { endpoint, query: { taskId } }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, schema, [], (document) =>
    tellsOfFailedTask(document, isFailedStatus),
  );
  const isFailed = isOfFailedTask(value, isFailedStatus);
  if (!isFailed && !value.status)
    throw answer.fault("answer.shape", { kind: "malformed", detail: "no status" });
  const status = value.status ?? "";
  const task = {
    taskId: value.task_id ?? taskId,
    state: isFailed ? ("failed" as const) : readState(status),
    status,
    fileId: value.file_id,
    failure: isFailed ? readTaskFailure(value.base_resp) : null,
    traceId: traceId ?? null,
    address,
  };
  return { task, answered: value };
}
