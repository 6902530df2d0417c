import { setTimeout as delay } from "node:timers/promises";

const pollIntervalMs = 40;
const requestTimeoutMs = 5_000;

/** Settles when the studio answers that it can serve; never before. */
export async function waitForHealth(address: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(`${address}/api/health`, {
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.body?.cancel();
      if (response.ok) return;
    } catch {
      // Not listening yet; whether it ever will is the supervisor's question.
    }
    await delay(pollIntervalMs);
  }
}
