import { judgeMade } from "@/lib/errors/error-facts";
import { isServiceError } from "@/lib/service/errors/service-error";

/** How long a call that provably made nothing is postponed before it fails. */
export const patienceMs = 24 * 60 * 60 * 1000;

/** How much of the answer had arrived when it broke off: nothing, complete results only, or a part of a streamed one. */
export type Received = "nothing" | "whole" | "part";

export interface FaultCircumstances {
  received?: Received;
  /** The process is stopping and aborts its requests. */
  isStopping?: boolean;
  /** How long ago the call was requested. */
  waitedMs?: number;
  /** How often it has been sent. */
  tries?: number;
}

/**
 * How often a call is sent in all whose callback address could not be verified: the studio may have been away for that
 * moment (service.md Events 1). An address that can't be reached at all stays so.
 */
const maxCallbackChecks = 3;

/**
 * What a fault of a paid call leads to:
 * - `postponed`: nothing was made, and waiting helps. It goes back to the queue and is sent again.
 * - `unsent`: it never left. It takes no slot of the rate limit.
 * - `refused`: rejected for good, without a result.
 * - `partial`: a part of the result arrived and is kept.
 * - `unknown`: it was sent, and its outcome is unknown.
 */
export type Verdict = "postponed" | "unsent" | "refused" | "partial" | "unknown";

/**
 * Decides what a fault means for money. Only an error of the service client proves anything once the first byte may
 * have left; every other one is `unknown`. Nothing of which a result has arrived is sent again. Pure.
 */
export function judgeFault(error: unknown, circumstances: FaultCircumstances = {}): Verdict {
  const { received = "nothing", isStopping = false, waitedMs = 0, tries = 1 } = circumstances;
  if (received === "part") return "partial";
  if (!isServiceError(error)) return "unknown";
  if (error.kind === "invalid") return "unsent";
  const isUnsent = error.sent === "no";
  const isWorthAnother =
    error.retry === "after-wait" || (isCallbackCheck(error) && tries < maxCallbackChecks);
  const mayWait = received === "nothing" && isWorthAnother && isNothingMade(error);
  if ((mayWait || (isStopping && isUnsent)) && waitedMs <= patienceMs) return "postponed";
  if (isUnsent) return "unsent";
  return error.outcome;
}

/** Whether the service refused a call because it could not verify the studio's callback address. */
export function isCallbackCheck({ code }: { code: string }): boolean {
  return code === "service.callback-address";
}

/**
 * Whether the service provably generated and billed nothing, so that the same request may be sent again. Every paid call
 * decides by this function.
 */
export function isNothingMade(error: unknown): boolean {
  return judgeMade(error) === "nothing";
}
