-- CreateTable
CREATE TABLE "PaidCall" (
    "id" UUID NOT NULL,
    "subjectId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "month" INTEGER NOT NULL,
    "currency" TEXT,
    "estimate" BIGINT,
    "cost" BIGINT,
    "milliseconds" INTEGER,

    CONSTRAINT "PaidCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PaidCall_subjectId_idx" ON "PaidCall"("subjectId");

-- CreateIndex
CREATE INDEX "PaidCall_startedAt_id_idx" ON "PaidCall"("startedAt", "id");

-- CreateIndex
CREATE INDEX "PaidCall_userId_startedAt_id_idx" ON "PaidCall"("userId", "startedAt", "id");

-- AddForeignKey
ALTER TABLE "PaidCall" ADD CONSTRAINT "PaidCall_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Adds a request to the figures of its quarter of an hour, or takes it from them with -1.
CREATE FUNCTION reverie_add_request(
  person uuid, at timestamptz, of_generator text, of_model text, of_sandbox boolean, of_currency text, sign integer,
  characters integer, milliseconds integer, images integer, songs integer, cost bigint
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "UsageCount" AS known ("userId", "at", "generator", "model", "sandbox", "currency", "requests",
    "characters", "milliseconds", "images", "songs", "cost")
  VALUES (person, date_bin('15 minutes', at, '2000-01-01Z'), of_generator, of_model, of_sandbox, coalesce(of_currency, ''),
    sign, sign * coalesce(characters, 0), sign * coalesce(milliseconds, 0), sign * coalesce(images, 0),
    sign * coalesce(songs, 0), sign * coalesce(cost, 0))
  ON CONFLICT ("userId", "at", "generator", "model", "sandbox", "currency") DO UPDATE SET
    "requests" = known."requests" + EXCLUDED."requests", "characters" = known."characters" + EXCLUDED."characters",
    "milliseconds" = known."milliseconds" + EXCLUDED."milliseconds", "images" = known."images" + EXCLUDED."images",
    "songs" = known."songs" + EXCLUDED."songs", "cost" = known."cost" + EXCLUDED."cost"
$$;

CREATE OR REPLACE FUNCTION reverie_add_usage(attempt "Attempt", sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reverie_add_request(attempt."userId", attempt."startedAt", take."generator", take."model", take."sandbox",
    attempt."currency", sign, attempt."characters", attempt."milliseconds", attempt."images", attempt."songs",
    coalesce(attempt."cost", attempt."estimate"))
  FROM "Generation" take WHERE take."id" = attempt."generationId";
END
$$;

-- Budgets before figures, as with attempts. A call that is open is in both: it may be billed even if nobody sees its end.
CREATE FUNCTION reverie_count_call() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  had boolean := TG_OP = 'UPDATE' AND OLD."state" <> 'refused';
  has boolean := NEW."state" <> 'refused';
  taken bigint := 0;
  given bigint := 0;
BEGIN
  IF had AND OLD."currency" IS NOT NULL THEN
    taken := coalesce(OLD."cost", OLD."estimate", 0);
  END IF;
  IF has AND NEW."currency" IS NOT NULL THEN
    given := coalesce(NEW."cost", NEW."estimate", 0);
  END IF;
  IF given <> taken OR (TG_OP = 'INSERT' AND NEW."currency" IS NOT NULL) THEN
    PERFORM reverie_spend(NEW."userId", NEW."month", coalesce(NEW."currency", OLD."currency"), NEW."sandbox", given - taken,
      TG_OP = 'INSERT');
  END IF;
  IF had THEN
    PERFORM reverie_add_request(OLD."userId", OLD."startedAt", OLD."kind", OLD."model", OLD."sandbox", OLD."currency", -1,
      NULL, OLD."milliseconds", NULL, NULL, coalesce(OLD."cost", OLD."estimate"));
  END IF;
  IF has THEN
    PERFORM reverie_add_request(NEW."userId", NEW."startedAt", NEW."kind", NEW."model", NEW."sandbox", NEW."currency", 1,
      NULL, NEW."milliseconds", NULL, NULL, coalesce(NEW."cost", NEW."estimate"));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "PaidCall_counted" AFTER INSERT OR UPDATE ON "PaidCall" FOR EACH ROW EXECUTE FUNCTION reverie_count_call();

-- What was sent before it was counted, as far as it is known. It had no price.
INSERT INTO "PaidCall" ("id", "subjectId", "userId", "kind", "model", "sandbox", "state", "startedAt", "month", "milliseconds")
SELECT gen_random_uuid(), "id", "userId", 'cover-analysis', 'music-cover', "sandbox",
  CASE "state" WHEN 'ready' THEN 'answered' WHEN 'running' THEN 'open' ELSE 'unknown' END, "startedAt",
  reverie_month("startedAt"), CASE WHEN "durationSeconds" BETWEEN 0 AND 2147483 THEN round(1000 * "durationSeconds")::integer END
FROM "CoverAnalysis" WHERE "state" IN ('running', 'ready', 'unknown') AND "startedAt" IS NOT NULL;

INSERT INTO "PaidCall" ("id", "subjectId", "userId", "kind", "model", "sandbox", "state", "startedAt", "month")
SELECT gen_random_uuid(), "id", "userId", 'lyrics-draft', 'lyrics_generation', "sandbox",
  CASE "state" WHEN 'ready' THEN 'answered' WHEN 'running' THEN 'open' ELSE 'unknown' END, "createdAt",
  reverie_month("createdAt")
FROM "LyricsDraft" WHERE "state" IN ('running', 'ready', 'unknown');
