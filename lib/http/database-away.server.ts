import { getDatabase } from "@/lib/db/database.server";
import { findDatabaseFault } from "@/lib/db/find-database-fault";
import { isDatabaseAway } from "@/lib/db/is-database-away";
import { StudioError } from "@/lib/errors/studio-error";
import { isServiceError } from "@/lib/service/errors/service-error";

/** When a caller should try again: PostgreSQL restarts within seconds. */
export const databaseRetryAfterMs = 5_000;

/** A fault of an unavailable database as `database.away`; any other error unchanged. */
export function nameDatabaseFault(error: unknown): unknown {
  // What was recognised already may have a similar cause, such as a service that refuses connections.
  if (error instanceof StudioError || isServiceError(error) || !isDatabaseAway(error)) return error;
  return createAwayError(error);
}

/** @throws StudioError `database.away` unless the database answers */
export async function requireDatabase(): Promise<void> {
  const fault = await findDatabaseFault(getDatabase());
  if (fault !== null) throw createAwayError(fault);
}

function createAwayError(cause: unknown): StudioError {
  return new StudioError("database.away", { cause, values: { retryAfterMs: databaseRetryAfterMs } });
}
