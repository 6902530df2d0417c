import type { Database } from "@/lib/db/database.server";

/** What waits and what is under way for a model of a generator, with one key. */
export interface QueueGroup {
  generator: string;
  model: string;
  /** Key and rate limit; null where the profile has none. */
  bucket: string | null;
  waiting: number;
  /** Wait for a budget. */
  held: number;
  running: number;
  /** When the one that waits longest was created. */
  oldestAt: Date | null;
}

/** A failure of the last day, by error code. */
export interface FailureGroup {
  code: string;
  count: number;
  /** Those of the person who asks that they have not put away. */
  own: number;
  lastAt: Date;
}

/** Nothing that was to start longer before the day is looked at, so that the query reads the end of an index only. */
const longestRun = "7 days";
const mostGroups = 200;

/** One pass over what is not at its end. */
export function readQueue(database: Pick<Database, "$queryRaw">): Promise<QueueGroup[]> {
  return database.$queryRaw<QueueGroup[]>`
    SELECT "generator", "model", "rateBucket" AS "bucket",
      (count(*) FILTER (WHERE "state" = 'queued' AND NOT "held"))::int AS "waiting",
      (count(*) FILTER (WHERE "state" = 'queued' AND "held"))::int AS "held",
      (count(*) FILTER (WHERE "state" <> 'queued'))::int AS "running",
      min("createdAt") FILTER (WHERE "state" = 'queued') AS "oldestAt"
    FROM "Generation" WHERE "state" IN ('queued', 'starting', 'running', 'storing')
    GROUP BY 1, 2, 3 ORDER BY count(*) DESC, 1, 2 LIMIT ${mostGroups}`;
}

/** What ended without a result within 24 hours, most often first. */
export function readFailures(
  database: Pick<Database, "$queryRaw">,
  { userId, now }: { userId: string; now: number },
): Promise<FailureGroup[]> {
  const at = new Date(now);
  return database.$queryRaw<FailureGroup[]>`
    SELECT coalesce("error"->>'code', 'internal') AS "code", count(*)::int AS "count", max("finishedAt") AS "lastAt",
      (count(*) FILTER (WHERE "userId" = ${userId}::uuid AND "deletedAt" IS NULL AND "dismissedAt" IS NULL
        AND "erasedAt" IS NULL AND "relation" IS DISTINCT FROM 'sample'))::int AS "own"
    FROM "Generation"
    WHERE "state" IN ('failed', 'unknown') AND "finishedAt" > ${at}::timestamptz - interval '24 hours'
      AND "scheduledAt" > ${at}::timestamptz - interval '24 hours' - ${longestRun}::interval
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostGroups}`;
}
