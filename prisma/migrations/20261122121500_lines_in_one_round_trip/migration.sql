-- What a person waits for takes few round trips: each function locks and then reads, which needs two snapshots and so two
-- statements, but only one request to the server.

-- The state of a line (lib/paid-calls/rate-line.server.ts), without a lock.
CREATE FUNCTION reverie_read_line(
  line text, since timestamptz, places integer, not_late timestamptz, not_lost timestamptz
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
    'queued', coalesce((
      SELECT jsonb_agg(head) FROM (
        SELECT "id", extract(epoch FROM "scheduledAt") * 1000 AS "scheduledAt" FROM "Generation"
        WHERE "rateBucket" = line AND "state" = 'queued' ORDER BY "id" LIMIT 2
      ) head
    ), '[]'),
    'queuedCount', (SELECT count(*) FROM "Generation" WHERE "rateBucket" = line AND "state" = 'queued'),
    'queuedAnalyses', coalesce((
      SELECT jsonb_agg("id" ORDER BY "id") FROM "CoverAnalysis"
      WHERE "rateBucket" = line AND "state" = 'queued' AND "scheduledAt" > not_late
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
  line text, durable boolean, since timestamptz, places integer, not_late timestamptz, not_lost timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', CASE WHEN durable THEN 'on' ELSE 'off' END, true);
  PERFORM pg_advisory_xact_lock(hashtextextended(line, 0));
  RETURN reverie_read_line(line, since, places, not_late, not_lost);
END
$$;

-- Serialises the takes of one idea until the transaction ends, and returns the number of the next one.
CREATE FUNCTION reverie_next_take(owner uuid, of_idea text) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(owner::text || ' ' || of_idea, 0));
  RETURN (SELECT coalesce(max("take"), 0) + 1 FROM "Generation" WHERE "userId" = owner AND "idea" = of_idea);
END
$$;

-- `due` says that a new generation may start at once, so that workers need no job to learn of it.
CREATE OR REPLACE FUNCTION reverie_notify_generation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed "Generation";
  stood boolean := TG_OP <> 'INSERT' AND OLD."state" = 'queued';
  stands boolean := TG_OP <> 'DELETE' AND NEW."state" = 'queued';
BEGIN
  IF TG_OP = 'DELETE' THEN
    changed := OLD;
  ELSE
    changed := NEW;
  END IF;
  PERFORM pg_notify(
    'reverie_live',
    json_strip_nulls(json_build_object(
      'userId', changed."userId",
      'id', changed."id",
      'version', changed."version",
      'line', CASE WHEN stood <> stands THEN changed."rateBucket" END,
      'due', CASE WHEN TG_OP = 'INSERT' AND stands AND changed."scheduledAt" <= changed."createdAt" THEN true END
    ))::text
  );
  RETURN NULL;
END
$$;
