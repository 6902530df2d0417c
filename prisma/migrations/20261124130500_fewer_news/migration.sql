-- Fewer notifications for a generation. Each of them wakes every session that listens, in one transaction of its own.
--
-- A transaction that sets 'reverie.held' tells nothing by itself; reverie_tell_held then tells all of it in one payload.

-- Processes of the version before this one know neither 'items' nor 'lists' in that payload, and read a new generation at once.
-- Their session has this name.
CREATE FUNCTION reverie_has_older_listener() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM pg_stat_get_activity(NULL)
    WHERE application_name = 'reverie-live' AND datid = (SELECT oid FROM pg_database WHERE datname = current_database())
  )
$$;

-- On its way to the service, a new generation that may start at once is read when that has left: nothing else is told within
-- 50 ms, and who hears of it waits longer than that.
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
    IF NEW."scheduledAt" <= NEW."createdAt" AND NEW."batchId" IS NULL AND clock_timestamp() < NEW."createdAt" + interval '50 milliseconds'
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

CREATE OR REPLACE FUNCTION reverie_tell_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('reverie.held', true) = 'on' THEN
    PERFORM set_config(
      'reverie.held_items',
      (coalesce(nullif(current_setting('reverie.held_items', true), ''), '[]')::jsonb || coalesce(jsonb_agg("id"), '[]'))::text,
      true
    ) FROM changed;
    RETURN NULL;
  END IF;
  PERFORM pg_notify(
    'reverie_items',
    json_build_object('userId', "userId", 'ids', CASE WHEN count(*) <= 100 THEN json_agg("id") END)::text
  )
  FROM changed GROUP BY "userId";
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION reverie_note_unseen_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UnseenEnd" ("generationId", "userId") VALUES (NEW."id", NEW."userId")
  ON CONFLICT ("generationId") DO UPDATE SET "at" = now(), "lookedAt" = NULL;
  IF current_setting('reverie.held', true) = 'on' THEN
    PERFORM set_config('reverie.held_digest', 'on', true);
  ELSE
    PERFORM pg_notify('reverie_lists', json_build_object('userId', NEW."userId", 'list', 'digest')::text);
  END IF;
  INSERT INTO "PushDelivery" ("subscriptionId", "generationId")
  SELECT "id", NEW."id" FROM "PushSubscription" WHERE "userId" = NEW."userId" FOR KEY SHARE SKIP LOCKED
  ON CONFLICT ("subscriptionId", "generationId") DO UPDATE SET "at" = now();
  IF FOUND THEN
    PERFORM pg_notify('reverie_pushes', '');
  END IF;
  RETURN NULL;
END
$$;

-- Tells what this transaction held back: a change of one generation, of items of the same person, and of their digest.
CREATE FUNCTION reverie_tell_held(generation_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  user_id uuid := (SELECT "userId" FROM "Generation" WHERE "id" = generation_id);
  items jsonb := coalesce(nullif(current_setting('reverie.held_items', true), ''), '[]');
  digest boolean := coalesce(current_setting('reverie.held_digest', true), '') = 'on';
  older boolean := (items <> '[]' OR digest) AND reverie_has_older_listener();
BEGIN
  PERFORM pg_notify('reverie_live', json_strip_nulls(json_build_object(
    'userId', user_id,
    'id', generation_id,
    'version', 0,
    'items', CASE WHEN NOT older AND items <> '[]' THEN items END,
    'lists', CASE WHEN NOT older AND digest THEN json_build_array('digest') END
  ))::text);
  IF older AND items <> '[]' THEN
    PERFORM pg_notify('reverie_items', json_build_object('userId', user_id, 'ids', items)::text);
  END IF;
  IF older AND digest THEN
    PERFORM pg_notify('reverie_lists', json_build_object('userId', user_id, 'list', 'digest')::text);
  END IF;
END
$$;
