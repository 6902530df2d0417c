import { Client } from "pg";
import type { Queryable } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";

/** Name of the advisory lock of an analysis that is out. */
const lockName = (analysisId: string) => `cover-analysis:${analysisId}`;

export interface AnalysisPresence {
  /** Nobody asks any more. */
  end(): Promise<void>;
}

/** One connection for all analyses of a process: each has a lock of its own in it. */
interface Session {
  client: Client;
  ready: Promise<unknown>;
  /** How many analyses it stands for; it ends with the last. */
  held: number;
}

// Next bundles routes apart and reloads modules in development; the process must still have one.
const globalForPresence = globalThis as { reverieAnalysisSessions?: Map<string, Session> };
const sessions = (globalForPresence.reverieAnalysisSessions ??= new Map());

/**
 * Says that this process waits for the answer to one analysis, for as long as it lives: a lock of a database session,
 * which goes with the process however that ends. A kill -9 is seen by the next who looks, without a clock.
 */
export async function announceAnalysis(databaseUrl: string, analysisId: string): Promise<AnalysisPresence> {
  const session = joinSession(databaseUrl);
  try {
    await session.ready;
    await session.client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [lockName(analysisId)]);
  } catch (error) {
    await leaveSession(databaseUrl, session);
    throw error;
  }
  return {
    async end() {
      await session.client
        .query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [lockName(analysisId)])
        .catch((reason: unknown) => getLogger().debug({ err: reason }, "The lock went with its connection"));
      await leaveSession(databaseUrl, session);
    },
  };
}

function joinSession(databaseUrl: string): Session {
  const known = sessions.get(databaseUrl);
  if (known) {
    known.held += 1;
    return known;
  }
  const client = new Client({ connectionString: databaseUrl, application_name: "reverie-cover-analysis" });
  const session: Session = { client, ready: client.connect(), held: 1 };
  sessions.set(databaseUrl, session);
  // A database that restarts takes the locks along: the answers are written down all the same when they come.
  client.on("error", (error) => {
    getLogger().warn({ err: error }, "The presence of analyses was interrupted");
    forgetSession(databaseUrl, session);
  });
  return session;
}

async function leaveSession(databaseUrl: string, session: Session): Promise<void> {
  session.held -= 1;
  if (session.held > 0) return;
  forgetSession(databaseUrl, session);
  await session.client
    .end()
    .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
}

/** Whoever comes next opens another. */
function forgetSession(databaseUrl: string, session: Session): void {
  if (sessions.get(databaseUrl) === session) sessions.delete(databaseUrl);
}

/** Whether a process that lives waits for the answer. Within a transaction, since it takes the lock for a moment. */
export async function isAnalysisAwaited(transaction: Queryable, analysisId: string): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${lockName(analysisId)}, 0)) AS "free"`;
  return row?.free !== true;
}
