import { z } from "zod";
import { baseRespSchema } from "../contract/answer.ts";
import { errorCodeOfServiceCode, type ServiceCodeErrorCode } from "../errors/service-code-catalogue.ts";

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
