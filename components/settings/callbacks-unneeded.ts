import type { CallbackStatus } from "@/lib/callbacks/callback-status-dto";

/**
 * Whether callbacks would only bring a result a little sooner: the service cannot be told an address, as at most homes,
 * and the studio can ask after each video itself. Then nothing is wrong.
 */
export function areCallbacksUnneeded({
  reason,
  hasQuery,
}: Pick<CallbackStatus, "reason" | "hasQuery">): boolean {
  return (reason === "no-address" || reason === "out-of-reach") && hasQuery === true;
}
