import { z } from "zod";
import { baseRespSchema } from "../contract/answer.ts";
import { errorCodeOfServiceCode, type ServiceCodeErrorCode } from "../errors/service-code-catalogue.ts";
import { readJsonAnswer, type CallFacts } from "../transport/json-answer.server.ts";
import { sendCall, type CallOptions, type ClientContext } from "./call.server.ts";

/** A task's status, whatever it generates. */
export interface QueriedTask<State extends string> extends CallFacts {
  taskId: string;
  /** Null for an undocumented status; `status` is the service's own word. */
  state: State | null;
  status: string;
  /** Present on success. */
  fileId: string | null;
  /** Null unless the state is failed. */
  failure: TaskFailure | null;
}

/** Common to the responses of all task queries. A failed task may have only a code. */
interface TaskAnswer extends TaskQueryAnswer {
  task_id: string | null;
  file_id: string | null;
}

interface TaskQuery<Answer extends TaskAnswer, State extends string> {
  endpoint: "narrationQuery" | "videoQuery";
  taskId: string;
  schema: z.ZodType<Answer>;
  readState: (status: string) => State | null;
}

/** unshown.md Video and Long speech "task query". Free, so safe to repeat. Throws ServiceError. */
export async function queryTask<Answer extends TaskAnswer, State extends string>(
  context: ClientContext,
  { endpoint, taskId, schema, readState }: TaskQuery<Answer, State | "failed">,
  options: CallOptions,
): Promise<QueriedTask<State | "failed">> {
  const isFailedStatus = (status: string) => readState(status) === "failed";
  const answer = await sendCall(context, { endpoint, query: { taskId } }, options);
  const { value, facts } = await readJsonAnswer(answer, schema, [], (document) =>
    isFailedTaskDocument(document, isFailedStatus),
  );
  const isFailed = isFailedTask(value, isFailedStatus);
  if (!isFailed && !value.status)
    throw answer.fault("answer.shape", { kind: "malformed", detail: "no status" });
  const status = value.status ?? "";
  return {
    taskId: value.task_id ?? taskId,
    state: isFailed ? "failed" : readState(status),
    status,
    fileId: value.file_id,
    failure: isFailed ? readTaskFailure(value.base_resp) : null,
    ...facts,
  };
}

/** Why a task failed (unshown.md Video "failure detail": only base_resp). */
interface TaskFailure {
  /** Catalogue code; null without a service code. */
  code: ServiceCodeErrorCode | null;
  serviceCode: number | null;
  serviceMessage: string | null;
}

/** unshown.md Video "failure detail": codes that concern the task and not the query. */
const TASK_CODES = [1026, 1027];

const querySchema = z.looseObject({ base_resp: baseRespSchema.nullish(), status: z.string().nullish() });

/** The part of a response that shows a failure. */
type TaskQueryAnswer = z.output<typeof querySchema>;

/** Whether a response reports a failed task, by its status or by a code that concerns the task. */
function isFailedTask(answer: TaskQueryAnswer, isFailed: (status: string) => boolean): boolean {
  const { base_resp: baseResp, status } = answer;
  return TASK_CODES.includes(baseResp?.status_code ?? 0) || (typeof status === "string" && isFailed(status));
}

/** Whether a document reports a failed task, although its base_resp isn't 0. */
function isFailedTaskDocument(document: unknown, isFailed: (status: string) => boolean): boolean {
  const parsed = querySchema.safeParse(document);
  return parsed.success && isFailedTask(parsed.data, isFailed);
}

/** Reads the failure from a query's base_resp. */
function readTaskFailure(baseResp: TaskQueryAnswer["base_resp"]): TaskFailure {
  const serviceCode = baseResp?.status_code ?? 0;
  return {
    code: serviceCode === 0 ? null : errorCodeOfServiceCode(serviceCode),
    serviceCode: serviceCode === 0 ? null : serviceCode,
    serviceMessage: baseResp?.status_msg || null,
  };
}
