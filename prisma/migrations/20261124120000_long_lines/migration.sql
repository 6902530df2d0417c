-- What waits in each line, so that its head and its length are read without what has ended, and without the rows.
CREATE INDEX "Generation_waiting" ON "Generation" ("rateBucket", "userId", "id") WHERE "state" = 'queued' AND NOT "held";

-- The same answer as before (lib/paid-calls/rate-line.server.ts), at a cost that grows with the people who wait: of their
-- generations, only the first two are read, and the others are counted in the index. Without an asker only the head of the
-- line matters, so no more than 1,000 of each person are counted. The orders by person and ID, which
-- no other index has, keep the planner from reading what has ended. Compiling the plan would take longer than running it.
CREATE OR REPLACE FUNCTION reverie_read_line(
  line text, since timestamptz, places integer, not_late timestamptz, not_lost timestamptz, asker uuid
) RETURNS jsonb LANGUAGE plpgsql SET jit = off AS $$
BEGIN
  RETURN jsonb_build_object(
    'recentStarts', coalesce((
      SELECT jsonb_agg(recent.at ORDER BY recent.at) FROM (
        SELECT extract(epoch FROM starts."startedAt") * 1000 AS at FROM (
          (
            SELECT "startedAt" FROM "Attempt"
            WHERE "rateBucket" = line AND "startedAt" > since AND "state" <> 'unsent'
            ORDER BY "startedAt" DESC LIMIT places
          ) UNION ALL (
            SELECT "startedAt" FROM "CoverAnalysis" WHERE "rateBucket" = line AND "startedAt" > since
            ORDER BY "startedAt" DESC LIMIT places
          )
        ) starts
        ORDER BY starts."startedAt" DESC LIMIT places
      ) recent
    ), '[]'),
    'blockedUntil', coalesce((
      SELECT extract(epoch FROM "blockedUntil") * 1000 FROM "RateBucket" WHERE "id" = line
    ), 0),
    'shares', coalesce((
      WITH RECURSIVE generating AS (
        (
          SELECT "userId" FROM "Generation" WHERE "rateBucket" = line AND "state" = 'queued' AND NOT "held"
          ORDER BY "userId", "id" LIMIT 1
        ) UNION ALL
        SELECT following."userId" FROM generating CROSS JOIN LATERAL (
          SELECT "userId" FROM "Generation"
          WHERE "rateBucket" = line AND "state" = 'queued' AND NOT "held" AND "userId" > generating."userId"
          ORDER BY "userId", "id" LIMIT 1
        ) following
      ), analysing AS (
        SELECT "id", "userId", row_number() OVER (PARTITION BY "userId" ORDER BY "id") AS nth FROM "CoverAnalysis"
        WHERE "rateBucket" = line AND "state" = 'queued' AND "scheduledAt" > not_late
      ), people AS (
        SELECT "userId" FROM generating
        UNION SELECT "userId" FROM analysing
        UNION SELECT asker WHERE asker IS NOT NULL
      )
      SELECT jsonb_agg(jsonb_build_object(
        'userId', people."userId", 'waiting', counted.generations + coalesce(analyses.count, 0),
        'generations', coalesce(generations.first, '[]'), 'analyses', coalesce(analyses.all, '[]')
      ) ORDER BY served.at NULLS FIRST, least(generations.head, analyses.head))
      FROM people
      CROSS JOIN LATERAL (
        SELECT count(*) AS generations FROM (
          SELECT FROM "Generation"
          WHERE "rateBucket" = line AND "userId" = people."userId" AND "state" = 'queued' AND NOT "held"
          LIMIT CASE WHEN asker IS NULL THEN 1000 END
        ) listed
      ) counted
      CROSS JOIN LATERAL (
        SELECT (array_agg("id" ORDER BY nth))[1] AS head, jsonb_agg(jsonb_build_object(
          'id', "id", 'nth', nth + (
            SELECT count(*) FROM analysing WHERE analysing."userId" = people."userId" AND analysing."id" < waiting."id"
          ), 'scheduledAt', extract(epoch FROM "scheduledAt") * 1000
        ) ORDER BY nth) AS first
        FROM (
          SELECT "id", "scheduledAt", row_number() OVER (ORDER BY "id") AS nth FROM (
            SELECT "id", "scheduledAt" FROM "Generation"
            WHERE "rateBucket" = line AND "state" = 'queued' AND NOT "held" AND "userId" <= people."userId"
              AND ("userId", "id") >= (people."userId", '00000000-0000-0000-0000-000000000000')
            ORDER BY "userId", "id" LIMIT 2
          ) earliest
        ) waiting
      ) generations
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, (array_agg("id" ORDER BY nth))[1] AS head, jsonb_agg(jsonb_build_object(
          'id', "id", 'nth', nth + (
            SELECT count(*) FROM "Generation"
            WHERE "rateBucket" = line AND "userId" = people."userId" AND "state" = 'queued' AND NOT "held"
              AND "id" < analysing."id"
          )
        ) ORDER BY nth) AS all
        FROM analysing WHERE analysing."userId" = people."userId"
      ) analyses
      CROSS JOIN LATERAL (
        SELECT greatest(
          (SELECT max("startedAt") FROM "Generation" WHERE "rateBucket" = line AND "userId" = people."userId"),
          (SELECT max("startedAt") FROM "CoverAnalysis" WHERE "rateBucket" = line AND "userId" = people."userId")
        ) AS at
      ) served
    ), '[]'),
    'outCount', (
      SELECT count(*) FROM "Generation" WHERE "rateBucket" = line AND "state" IN ('starting', 'running')
    ) + (
      SELECT count(*) FROM "CoverAnalysis"
      WHERE "rateBucket" = line AND "state" = 'running' AND "startedAt" > not_lost
    )
  );
END
$$;
