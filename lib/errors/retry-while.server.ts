import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@/lib/errors/logger.server";

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Retries an operation while it fails for a reason that passes, after growing pauses.
 *
 * @param options.isAway whether an error is such a reason; others are thrown at once
 * @param options.warning what the log says, but not every 2 s for hours
 */
export async function retryWhile<Result>(
  operation: () => Promise<Result>,
  options: { isAway: (error: unknown) => boolean; patienceMs: number; warning: string },
): Promise<Result> {
  const until = Date.now() + options.patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await operation();
    } catch (error) {
      if (!options.isAway(error) || Date.now() + pauseMs > until) throw error;
      if (pauseMs < longestPauseMs) getLogger().warn({ err: error }, options.warning);
      await sleep(pauseMs);
    }
  }
}
