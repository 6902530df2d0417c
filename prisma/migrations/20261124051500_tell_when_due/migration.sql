-- A change says when its generation is to be worked on next, so that workers need not ask after every change. All changes of one
-- generation in a transaction are one notification: PostgreSQL drops equal ones. A process of the version before this one expects
-- a version, which it doesn't use.
CREATE OR REPLACE FUNCTION reverie_notify_generation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed "Generation";
  stood boolean := TG_OP <> 'INSERT' AND OLD."state" = 'queued';
  stands boolean := TG_OP <> 'DELETE' AND NEW."state" = 'queued';
  due boolean := TG_OP = 'INSERT' AND stands AND NEW."scheduledAt" <= NEW."createdAt";
  planned timestamptz := NULL;
BEGIN
  IF current_setting('reverie.item_task', true) = 'on' AND stood = stands THEN
    RETURN NULL;
  END IF;
  IF current_setting('reverie.batch', true) = 'on' AND NOT due THEN
    RETURN NULL;
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
