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
