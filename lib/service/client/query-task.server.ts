import { z } from "zod";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { sendCall, type CallFacts, type CallOptions, type ClientContext } from "./call.server.ts";
import { baseRespSchema } from "../contract/answer.ts";
import { errorCodeOfServiceCode, type ServiceCodeErrorCode } from "../errors/service-code-catalogue.ts";

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

/** Why a task failed, as far as the service tells (unshown.md Video "failure detail": base_resp and no more). */
export interface TaskFailure {
  /** Catalogue code; null when the service gave no code. */
  code: ServiceCodeErrorCode | null;
  serviceCode: number | null;
  serviceMessage: string | null;
}

/** unshown.md Video "failure detail": query codes that speak of the task and not of the query. */
const TASK_CODES = [1026, 1027];

const querySchema = z.looseObject({ base_resp: baseRespSchema.nullish(), status: z.string().nullish() });

/** How an answer tells of a failure. */
export type TaskQueryAnswer = z.output<typeof querySchema>;

/** Whether a query's answer tells of a failed task, be it by its status or by a code that speaks of the task. */
export function isOfFailedTask(answer: TaskQueryAnswer, isFailed: (status: string) => boolean): boolean {
  const { base_resp: baseResp, status } = answer;
  return TASK_CODES.includes(baseResp?.status_code ?? 0) || (typeof status === "string" && isFailed(status));
}

/** Whether a document is the answer to a query although its base_resp is not 0. */
export function tellsOfFailedTask(document: unknown, isFailed: (status: string) => boolean): boolean {
  const parsed = querySchema.safeParse(document);
  return parsed.success && isOfFailedTask(parsed.data, isFailed);
}

/** The failure in a query's base_resp. */
export function readTaskFailure(baseResp: TaskQueryAnswer["base_resp"]): TaskFailure {
  const serviceCode = baseResp?.status_code ?? 0;
  return {
    code: serviceCode === 0 ? null : errorCodeOfServiceCode(serviceCode),
    serviceCode: serviceCode === 0 ? null : serviceCode,
    serviceMessage: baseResp?.status_msg || null,
  };
}
