-- A line is shared fairly: round robin by person (lib/paid-calls/fair-order.ts).

-- DropIndex
DROP INDEX "Generation_rateBucket_state_id_idx";

-- CreateIndex
CREATE INDEX "Generation_rateBucket_state_userId_id_idx" ON "Generation"("rateBucket", "state", "userId", "id");

-- CreateIndex
CREATE INDEX "Generation_rateBucket_userId_startedAt_idx" ON "Generation"("rateBucket", "userId", "startedAt" DESC);

-- CreateIndex
CREATE INDEX "CoverAnalysis_rateBucket_userId_startedAt_idx" ON "CoverAnalysis"("rateBucket", "userId", "startedAt" DESC);

DROP FUNCTION reverie_lock_line(text, boolean, timestamptz, integer, timestamptz, timestamptz);
DROP FUNCTION reverie_read_line(text, timestamptz, integer, timestamptz, timestamptz);

-- The state of a line (lib/paid-calls/rate-line.server.ts), without a lock. `shares` is in the order of turns: who was
-- served longest ago, or never, is first. `asker` has a share even if nothing of theirs waits; null for nobody.
CREATE FUNCTION reverie_read_line(
  line text, since timestamptz, places integer, not_late timestamptz, not_lost timestamptz, asker uuid
) RETURNS jsonb LANGUAGE plpgsql AS $$
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
      WITH waiting AS (
        SELECT "id", "userId", "scheduledAt", true AS generates FROM "Generation"
        WHERE "rateBucket" = line AND "state" = 'queued'
        UNION ALL
        SELECT "id", "userId", "scheduledAt", false FROM "CoverAnalysis"
        WHERE "rateBucket" = line AND "state" = 'queued' AND "scheduledAt" > not_late
      ), numbered AS (
        SELECT *, row_number() OVER (PARTITION BY "userId" ORDER BY "id") AS nth,
          row_number() OVER (PARTITION BY "userId", generates ORDER BY "id") AS nth_of_kind
        FROM waiting
      ), shares AS (
        SELECT "userId", count(*) AS waiting, (array_agg("id") FILTER (WHERE nth = 1))[1] AS head,
          jsonb_agg(jsonb_build_object(
            'id', "id", 'nth', nth, 'scheduledAt', extract(epoch FROM "scheduledAt") * 1000
          ) ORDER BY nth) FILTER (WHERE generates AND nth_of_kind <= 2) AS generations,
          jsonb_agg(jsonb_build_object('id', "id", 'nth', nth) ORDER BY nth) FILTER (WHERE NOT generates) AS analyses
        FROM numbered GROUP BY "userId"
        UNION ALL
        SELECT asker, 0, NULL, NULL, NULL
        WHERE asker IS NOT NULL AND NOT EXISTS (SELECT FROM waiting WHERE "userId" = asker)
      )
      SELECT jsonb_agg(jsonb_build_object(
        'userId', shares."userId", 'waiting', shares.waiting,
        'generations', coalesce(shares.generations, '[]'), 'analyses', coalesce(shares.analyses, '[]')
      ) ORDER BY served.at NULLS FIRST, shares.head)
      FROM shares CROSS JOIN LATERAL (
        SELECT greatest(
          (SELECT max("startedAt") FROM "Generation" WHERE "rateBucket" = line AND "userId" = shares."userId"),
          (SELECT max("startedAt") FROM "CoverAnalysis" WHERE "rateBucket" = line AND "userId" = shares."userId")
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

-- Locks a line until the transaction ends, and reads what was committed while it waited.
CREATE FUNCTION reverie_lock_line(
  line text, durable boolean, since timestamptz, places integer, not_late timestamptz, not_lost timestamptz, asker uuid
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', CASE WHEN durable THEN 'on' ELSE 'off' END, true);
  PERFORM pg_advisory_xact_lock(hashtextextended(line, 0));
  RETURN reverie_read_line(line, since, places, not_late, not_lost, asker);
END
$$;
