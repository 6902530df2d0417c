import type { Queryable } from "@/lib/db/database.server";
import type { RateLimit } from "./plan-starts";

export interface WindowUse {
  bucket: string;
  /** Requests that left within the window. */
  used: number;
  /** End of the pause that the service requested. */
  blockedUntil: Date | null;
}

/** No limit allows so many. With one, the newest are read by their index instead of all that a key has ever sent. */
const mostCounted = 10_000;

/**
 * How much of the windows of several lines is used, in one query that reads nothing of what waits (`readLine` does). The same requests
 * count as in `reverie_read_line` (prisma/migrations).
 */
export async function readWindows(
  database: Pick<Queryable, "$queryRaw">,
  lines: readonly { bucket: string; limit: RateLimit | null }[],
  now: number,
): Promise<WindowUse[]> {
  const buckets = lines.map(({ bucket }) => bucket);
  const starts = lines.map(({ limit }) => new Date(now - (limit?.windowMs ?? 0)));
  return database.$queryRaw<WindowUse[]>`
    SELECT line."bucket", paused."blockedUntil",
      ((SELECT count(*) FROM (
          SELECT FROM "Attempt"
          WHERE "rateBucket" = line."bucket" AND "startedAt" > line."since" AND "state" <> 'unsent'
          ORDER BY "startedAt" DESC LIMIT ${mostCounted}
        ) recent)
      + (SELECT count(*) FROM "CoverAnalysis"
        WHERE "rateBucket" = line."bucket" AND "startedAt" > line."since"))::int AS "used"
    FROM unnest(${buckets}::text[], ${starts}::timestamptz[]) AS line("bucket", "since")
    LEFT JOIN "RateBucket" paused ON paused."id" = line."bucket"`;
}
