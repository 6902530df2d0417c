-- A task that changes thousands of items tells how far it is instead of every generation that follows them: each news of
-- one would make every browser of its person load it.
CREATE OR REPLACE FUNCTION reverie_notify_generation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed "Generation";
  stood boolean := TG_OP <> 'INSERT' AND OLD."state" = 'queued';
  stands boolean := TG_OP <> 'DELETE' AND NEW."state" = 'queued';
BEGIN
  IF current_setting('reverie.item_task', true) = 'on' AND stood = stands THEN
    RETURN NULL;
  END IF;
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

-- The end of a task makes browsers reload their lists, so its large batches don't.
CREATE OR REPLACE FUNCTION reverie_tell_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    'reverie_items',
    json_build_object('userId', "userId", 'ids', CASE WHEN count(*) <= 100 THEN json_agg("id") END)::text
  )
  FROM changed GROUP BY "userId"
  HAVING count(*) <= 100 OR current_setting('reverie.item_task', true) IS DISTINCT FROM 'on';
  RETURN NULL;
END
$$;
