-- What the Prisma schema cannot say: text search, live news, and the words that a column may hold.

-- Search. Some managed databases do not let an application create the extension; search then works without the index.
DO $$
DECLARE
  extension_schema text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION
    WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
      RAISE WARNING 'pg_trgm is not available (%): searching the library will read every generation', SQLERRM;
  END;
  SELECT n.nspname INTO extension_schema
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
  WHERE e.extname = 'pg_trgm';
  IF FOUND THEN
    EXECUTE format(
      'CREATE INDEX "Generation_searchText_trgm" ON "Generation" USING gin ("searchText" %I.gin_trgm_ops)',
      extension_schema
    );
  END IF;
END
$$;

-- Live news. One trigger for all writers, so that no change is forgotten; the payload names the row and carries no content.
CREATE FUNCTION reverie_notify_generation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed "Generation";
BEGIN
  IF TG_OP = 'DELETE' THEN
    changed := OLD;
  ELSE
    changed := NEW;
  END IF;
  PERFORM pg_notify(
    'reverie_live',
    json_build_object('userId', changed."userId", 'id', changed."id", 'version', changed."version")::text
  );
  RETURN NULL;
END
$$;

CREATE TRIGGER "Generation_notify"
AFTER INSERT OR UPDATE OR DELETE ON "Generation"
FOR EACH ROW EXECUTE FUNCTION reverie_notify_generation();

-- Words. The kind of a generator stays free, so that a new generator needs no migration.
ALTER TABLE "User" ADD CONSTRAINT "User_role_check" CHECK ("role" IN ('owner', 'member'));
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_role_check" CHECK ("role" IN ('owner', 'member'));
ALTER TABLE "Generation" ADD CONSTRAINT "Generation_state_check"
  CHECK ("state" IN ('queued', 'starting', 'running', 'storing', 'succeeded', 'failed', 'cancelled', 'unknown'));
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_state_check"
  CHECK ("state" IN ('prepared', 'open', 'answered', 'refused', 'unsent', 'unknown'));
ALTER TABLE "Output" ADD CONSTRAINT "Output_state_check"
  CHECK ("state" IN ('storing', 'stored', 'failed'));
ALTER TABLE "Asset" ADD CONSTRAINT "Asset_kind_check"
  CHECK ("kind" IN ('image', 'audio', 'video', 'text', 'archive', 'other'));
ALTER TABLE "Asset" ADD CONSTRAINT "Asset_origin_check" CHECK ("origin" IN ('output', 'upload'));
