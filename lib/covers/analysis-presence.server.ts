import { Client } from "pg";
import type { Queryable } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";

/** First key of the advisory locks of analyses that are out. */
const lockName = (analysisId: string) => `cover-analysis:${analysisId}`;

export interface AnalysisPresence {
  /** Nobody asks any more. */
  end(): Promise<void>;
}

/**
 * Says that this process waits for the answer to one analysis, for as long as it lives: a lock of a database session,
 * which goes with the process however that ends. A kill -9 is seen by the next who looks, without a clock.
 */
export async function announceAnalysis(databaseUrl: string, analysisId: string): Promise<AnalysisPresence> {
  const client = new Client({ connectionString: databaseUrl, application_name: "reverie-cover-analysis" });
  // A database that restarts takes the lock along: the answer is written down all the same when it comes.
  client.on("error", (error) =>
    getLogger().warn({ err: error }, "The presence of an analysis was interrupted"),
  );
  await client.connect();
  await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [lockName(analysisId)]);
  return {
    async end() {
      await client
        .end()
        .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
    },
  };
}

/** Whether a process that lives waits for the answer. Within a transaction, since it takes the lock for a moment. */
export async function isAnalysisAwaited(transaction: Queryable, analysisId: string): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${lockName(analysisId)}, 0)) AS "free"`;
  return row?.free !== true;
}
