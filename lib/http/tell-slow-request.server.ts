import { getLogger } from "@/lib/errors/logger.server";

/** A busy machine has many at once, of which one tells enough. */
const pauseMs = 10_000;

// One per process, although Next bundles routes separately.
const globalForSlow = globalThis as { reverieSlowRequests?: { toldAt: number; untold: number } };

/** Logs a slow request; the ones soon after it are counted, and the next line says how many they were. */
export function tellSlowRequest(facts: {
  requestId: string;
  method: string;
  pathname: string;
  durationMs: number;
}): void {
  const slow = (globalForSlow.reverieSlowRequests ??= { toldAt: -Infinity, untold: 0 });
  const now = performance.now();
  if (now - slow.toldAt < pauseMs) {
    slow.untold += 1;
    return;
  }
  getLogger().warn({ ...facts, othersBefore: slow.untold }, "Slow request");
  Object.assign(slow, { toldAt: now, untold: 0 });
}
