import type { Database } from "@/lib/db/database.server";

/** What failed in the same way within a day, for whoever keeps the studio running: nothing of who asked, or for what. */
export interface FailureGroup {
  /** Error code (docs/errors.md). */
  code: string;
  count: number;
  /** How many people it happened to. */
  people: number;
  /** Those whose requests failed, by name. */
  generators: string[];
  /** The latest one: when, its ID in the log, and the service's own for it, if it sent one. */
  lastAt: Date;
  lastId: string;
  lastTraceId: string | null;
}

/** Nothing that was to start longer before the day is looked at, so that the query reads the end of an index only. */
const longestRun = "7 days";
const mostGroups = 200;

/** What ended without a result within 24 hours, for anybody, most often first. */
export function groupFailures(database: Pick<Database, "$queryRaw">, now: number): Promise<FailureGroup[]> {
  const at = new Date(now);
  return database.$queryRaw<FailureGroup[]>`
    WITH failure AS (
      SELECT coalesce("error"->>'code', 'internal') AS "code", "id", "userId", "generator", "finishedAt"
      FROM "Generation"
      WHERE "state" IN ('failed', 'unknown') AND "finishedAt" > ${at}::timestamptz - interval '24 hours'
        AND "scheduledAt" > ${at}::timestamptz - interval '24 hours' - ${longestRun}::interval
    ), latest AS (
      SELECT DISTINCT ON ("code") "code", "id", "finishedAt" FROM failure ORDER BY "code", "finishedAt" DESC, "id" DESC
    )
    SELECT latest."code", same."count", same."people", same."generators", latest."finishedAt" AS "lastAt",
      latest."id" AS "lastId", coalesce(whole."error"->>'traceId', whole."facts"->>'traceId') AS "lastTraceId"
    FROM latest
    JOIN (
      SELECT "code", count(*)::int AS "count", count(DISTINCT "userId")::int AS "people",
        array_agg(DISTINCT "generator") AS "generators"
      FROM failure GROUP BY 1
    ) same USING ("code")
    JOIN "Generation" whole ON whole."id" = latest."id"
    ORDER BY same."count" DESC, latest."code" LIMIT ${mostGroups}`;
}
