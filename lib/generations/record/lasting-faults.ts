import { StudioError } from "@/lib/errors/studio-error";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";

/** Faults of a link, of its content or of a task that no patience mends. */
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

/** What arrives damaged this often is kept damaged by the service. */
export const maxDamagedTries = 6;

/** Whether another try would meet the same fault. */
export function isLastingFault(error: unknown): boolean {
  return error instanceof StudioError && lasting.has(error.code);
}

/** Whether the bytes that came are at fault: the same bytes would be at fault again. */
export function isFaultOfBytes(error: unknown): boolean {
  return isLastingFault(error) || (error instanceof StudioError && error.code === "result.incomplete");
}
