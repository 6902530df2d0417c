-- AlterTable
ALTER TABLE "Generation" ADD COLUMN "batchId" UUID;

-- CreateIndex
CREATE INDEX "Generation_batchId_idx" ON "Generation"("batchId");

-- A batch tells once per queue what hundreds of generations would each make every browser of their person load. Those that
-- may start at once still announce themselves to the workers.
CREATE OR REPLACE FUNCTION reverie_notify_generation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed "Generation";
  stood boolean := TG_OP <> 'INSERT' AND OLD."state" = 'queued';
  stands boolean := TG_OP <> 'DELETE' AND NEW."state" = 'queued';
  due boolean := TG_OP = 'INSERT' AND stands AND NEW."scheduledAt" <= NEW."createdAt";
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
  END IF;
  PERFORM pg_notify(
    'reverie_live',
    json_strip_nulls(json_build_object(
      'userId', changed."userId",
      'id', changed."id",
      'version', changed."version",
      'line', CASE WHEN stood <> stands THEN changed."rateBucket" END,
      'due', CASE WHEN due THEN true END
    ))::text
  );
  RETURN NULL;
END
$$;
