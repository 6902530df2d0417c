-- CreateTable
CREATE TABLE "UsageDay" (
    "userId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "generator" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "currency" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "characters" BIGINT NOT NULL,
    "milliseconds" BIGINT NOT NULL,
    "images" BIGINT NOT NULL,
    "songs" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,

    CONSTRAINT "UsageDay_pkey" PRIMARY KEY ("userId","day","generator","model","sandbox","currency")
);

-- CreateTable
CREATE TABLE "UsageQuarter" (
    "userId" UUID NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "characters" BIGINT NOT NULL,
    "milliseconds" BIGINT NOT NULL,
    "images" BIGINT NOT NULL,
    "songs" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,

    CONSTRAINT "UsageQuarter_pkey" PRIMARY KEY ("userId","sandbox","at","currency")
);

-- CreateIndex
CREATE INDEX "UsageDay_day_idx" ON "UsageDay"("day");

-- Adds to both sums what has changed in a count. Own rows come before the studio's (zeros), so that nobody waits in a circle.
CREATE FUNCTION reverie_sum_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted "UsageCount" := coalesce(NEW, OLD);
BEGIN
  counted."requests" := coalesce(NEW."requests", 0) - coalesce(OLD."requests", 0);
  counted."characters" := coalesce(NEW."characters", 0) - coalesce(OLD."characters", 0);
  counted."milliseconds" := coalesce(NEW."milliseconds", 0) - coalesce(OLD."milliseconds", 0);
  counted."images" := coalesce(NEW."images", 0) - coalesce(OLD."images", 0);
  counted."songs" := coalesce(NEW."songs", 0) - coalesce(OLD."songs", 0);
  counted."cost" := coalesce(NEW."cost", 0) - coalesce(OLD."cost", 0);
  INSERT INTO "UsageDay" AS known ("userId", "day", "generator", "model", "sandbox", "currency", "requests", "characters",
    "milliseconds", "images", "songs", "cost")
  VALUES (counted."userId", (counted."at" AT TIME ZONE 'UTC')::date, counted."generator", counted."model", counted."sandbox",
    counted."currency", counted."requests", counted."characters", counted."milliseconds", counted."images",
    counted."songs", counted."cost")
  ON CONFLICT ("userId", "day", "generator", "model", "sandbox", "currency") DO UPDATE SET
    "requests" = known."requests" + EXCLUDED."requests", "characters" = known."characters" + EXCLUDED."characters",
    "milliseconds" = known."milliseconds" + EXCLUDED."milliseconds", "images" = known."images" + EXCLUDED."images",
    "songs" = known."songs" + EXCLUDED."songs", "cost" = known."cost" + EXCLUDED."cost";
  INSERT INTO "UsageQuarter" AS known ("userId", "sandbox", "at", "currency", "requests", "characters", "milliseconds",
    "images", "songs", "cost")
  SELECT payer, counted."sandbox", counted."at", counted."currency", counted."requests", counted."characters",
    counted."milliseconds", counted."images", counted."songs", counted."cost"
  FROM unnest(ARRAY[counted."userId", '00000000-0000-0000-0000-000000000000'::uuid]) WITH ORDINALITY payers (payer, place)
  ORDER BY place
  ON CONFLICT ("userId", "sandbox", "at", "currency") DO UPDATE SET
    "requests" = known."requests" + EXCLUDED."requests", "characters" = known."characters" + EXCLUDED."characters",
    "milliseconds" = known."milliseconds" + EXCLUDED."milliseconds", "images" = known."images" + EXCLUDED."images",
    "songs" = known."songs" + EXCLUDED."songs", "cost" = known."cost" + EXCLUDED."cost";
  RETURN NULL;
END
$$;

-- Locks the table until this transaction ends: nothing is counted between the trigger and the sums of what was counted before.
CREATE TRIGGER "UsageCount_summed" AFTER INSERT OR UPDATE OR DELETE ON "UsageCount"
FOR EACH ROW EXECUTE FUNCTION reverie_sum_usage();

INSERT INTO "UsageDay"
SELECT "userId", ("at" AT TIME ZONE 'UTC')::date, "generator", "model", "sandbox", "currency", sum("requests"),
  sum("characters"), sum("milliseconds"), sum("images"), sum("songs"), sum("cost")
FROM "UsageCount" GROUP BY 1, 2, 3, 4, 5, 6;

INSERT INTO "UsageQuarter"
SELECT payer, "sandbox", "at", "currency", sum("requests"), sum("characters"), sum("milliseconds"), sum("images"),
  sum("songs"), sum("cost")
FROM "UsageCount" CROSS JOIN LATERAL unnest(ARRAY["userId", '00000000-0000-0000-0000-000000000000'::uuid]) payer
GROUP BY 1, 2, 3, 4;
