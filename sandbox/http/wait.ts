import { setTimeout as delay } from "node:timers/promises";

/** Waits, or returns early when the signal aborts. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
