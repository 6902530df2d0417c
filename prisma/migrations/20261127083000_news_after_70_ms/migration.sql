-- On slower machines a new generation takes more than 50 ms to leave, and each step that is told wakes every listening session.
-- Processes of the version before read it after 75 ms.
CREATE OR REPLACE FUNCTION reverie_notify_generation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed "Generation";
  stood boolean := TG_OP <> 'INSERT' AND OLD."state" = 'queued';
  stands boolean := TG_OP <> 'DELETE' AND NEW."state" = 'queued';
  due boolean := TG_OP = 'INSERT' AND stands AND NEW."scheduledAt" <= NEW."createdAt";
  planned timestamptz := NULL;
BEGIN
  IF current_setting('reverie.held', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF current_setting('reverie.item_task', true) = 'on' AND stood = stands THEN
    RETURN NULL;
  END IF;
  IF current_setting('reverie.batch', true) = 'on' AND NOT due THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW."scheduledAt" <= NEW."createdAt" AND NEW."batchId" IS NULL AND clock_timestamp() < NEW."createdAt" + interval '70 milliseconds'
      AND (OLD."state", NEW."state") IN (('queued', 'starting'), ('starting', 'running'))
      AND NOT reverie_has_older_listener()
    THEN
      RETURN NULL;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    changed := OLD;
  ELSE
    changed := NEW;
    planned := CASE
      WHEN stands AND NOT NEW."held" THEN NEW."scheduledAt"
      WHEN NEW."state" IN ('running', 'storing') THEN NEW."nextPollAt"
    END;
  END IF;
  PERFORM pg_notify(
    'reverie_live',
    json_strip_nulls(json_build_object(
      'userId', changed."userId",
      'id', changed."id",
      'version', 0,
      'line', CASE WHEN stood <> stands THEN changed."rateBucket" END,
      'due', CASE WHEN due THEN true END,
      'at', CASE WHEN planned > clock_timestamp() THEN floor(extract(epoch FROM planned) * 1000)::bigint END
    ))::text
  );
  RETURN NULL;
END
$$;
