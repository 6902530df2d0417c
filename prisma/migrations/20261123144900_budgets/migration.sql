-- What waits for a budget is in no line, so that it holds up nobody else.
CREATE INDEX "Generation_held" ON "Generation" ("userId", "id") WHERE "held" AND "state" = 'queued';

-- Whether a month has so much left for a person, or for the whole studio (zeros). One whose least cost is nothing is sent
-- while anything is left. What was priced by nobody takes nothing.
CREATE FUNCTION reverie_has_left(
  payer uuid, of_month integer, of_currency text, of_sandbox boolean, amount bigint
) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT of_currency IS NULL OR NOT EXISTS (
    SELECT FROM "Budget" budget LEFT JOIN "Spending" known ON known."userId" = budget."userId"
      AND known."month" = of_month AND known."currency" = of_currency AND known."sandbox" = of_sandbox
    WHERE budget."userId" = payer AND (
      coalesce(known."spent", 0) + amount > budget."hard"
      OR (amount = 0 AND coalesce(known."spent", 0) >= budget."hard")
    )
  )
$$;

-- Without foreign keys to people: the studio is none.
CREATE FUNCTION reverie_remove_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "Budget" WHERE "userId" = OLD."id";
  RETURN NULL;
END
$$;
CREATE TRIGGER "User_budget_removed" AFTER DELETE ON "User" FOR EACH ROW EXECUTE FUNCTION reverie_remove_budget();

-- The state of a line (lib/paid-calls/rate-line.server.ts), without a lock. `shares` is in the order of turns: who was
-- served longest ago, or never, is first. `asker` has a share even if nothing of theirs waits; null for nobody.
CREATE OR REPLACE FUNCTION reverie_read_line(
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
        WHERE "rateBucket" = line AND "state" = 'queued' AND NOT "held"
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
