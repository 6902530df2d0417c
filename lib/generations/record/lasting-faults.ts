import { StudioError } from "@/lib/errors/studio-error";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";

/** Faults of a link, its content or a task that another try would meet again. */
const lasting: ReadonlySet<StudioErrorCode> = new Set([
  "result.link-dead",
  "result.type",
  "result.too-large",
  "result.damaged",
  "url.refused",
  "result.none",
  "task.expired",
  "task.failed",
]);

/** A result that arrives damaged this often is damaged at the service. */
export const maxDamagedTries = 6;

/** Whether another try would meet the same fault. */
export function isLastingFault(error: unknown): boolean {
  return error instanceof StudioError && lasting.has(error.code);
}

/** Whether the fault is in the received bytes, so that storing the same bytes again would fail again. */
export function isFaultOfBytes(error: unknown): boolean {
  return isLastingFault(error) || (error instanceof StudioError && error.code === "result.incomplete");
}
