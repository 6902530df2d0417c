import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@/lib/errors/logger.server";
import { isDatabaseAway } from "./is-database-away";

/** The service keeps results no longer. */
const defaultPatienceMs = 24 * 60 * 60 * 1000;
const longestPauseMs = 2_000;

/**
 * Retries a write of facts that would otherwise be lost (a response of the service, a stored result) while the
 * database is unavailable, for example restarting. Other errors are thrown at once.
 */
export async function withDatabaseRetry<Result>(
  operation: () => Promise<Result>,
  { patienceMs = defaultPatienceMs }: { patienceMs?: number } = {},
): Promise<Result> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await operation();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + pauseMs > until) throw error;
      // Not every 2 s for hours.
      if (pauseMs < longestPauseMs)
        getLogger().warn({ err: error }, "The database is unavailable; trying again");
      await sleep(pauseMs);
    }
  }
}
