import { retryWhile } from "@/lib/errors/retry-while.server";
import { isDatabaseAway } from "./is-database-away";

/** The service keeps results no longer. */
const defaultPatienceMs = 24 * 60 * 60 * 1000;

/**
 * Retries a write of facts that would otherwise be lost (a response of the service, a stored result) while the
 * database is unavailable, for example restarting. Other errors are thrown at once.
 */
export function withDatabaseRetry<Result>(
  operation: () => Promise<Result>,
  { patienceMs = defaultPatienceMs }: { patienceMs?: number } = {},
): Promise<Result> {
  const warning = "The database can't be reached, or took too long; trying again";
  return retryWhile(operation, { isAway: isDatabaseAway, patienceMs, warning });
}
