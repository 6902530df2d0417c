/** Why a paid call waits in the queue of its key and model. */
export const lineWaitReasons = [
  "queue",
  "rate-limit",
  "concurrency",
  "service-busy",
  "service-unreachable",
  "callback-check",
  "disk-space",
  "budget",
] as const;

/** What is stored of a wait in the queue. */
export type LineWait = { reason: (typeof lineWaitReasons)[number]; untilAt?: string | undefined };

/** Shorter waits are not shown: the queue is just working. */
const shownWaitMs = 1_500;

/** The wait for the rate limit; null where it is too short to be shown. */
export function describeWait(startsAt: number, now: number): LineWait | null {
  return startsAt - now > shownWaitMs ? waitUntil("rate-limit", startsAt) : null;
}

export function waitUntil<Reason extends string>(
  reason: Reason,
  at: number,
): { reason: Reason; untilAt: string } {
  return { reason, untilAt: new Date(at).toISOString() };
}
