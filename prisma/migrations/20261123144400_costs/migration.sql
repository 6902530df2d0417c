-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN     "characters" INTEGER,
ADD COLUMN     "cost" BIGINT,
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "estimate" BIGINT,
ADD COLUMN     "images" INTEGER,
ADD COLUMN     "milliseconds" INTEGER,
ADD COLUMN     "month" INTEGER,
ADD COLUMN     "songs" INTEGER,
ADD COLUMN     "userId" UUID;

-- AlterTable
ALTER TABLE "Generation" ADD COLUMN     "cost" BIGINT,
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "estimate" BIGINT,
ADD COLUMN     "expected" JSONB,
ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "isAtLeast" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "UsageCount" (
    "userId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "generator" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "currency" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "characters" BIGINT NOT NULL,
    "milliseconds" BIGINT NOT NULL,
    "images" INTEGER NOT NULL,
    "songs" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,

    CONSTRAINT "UsageCount_pkey" PRIMARY KEY ("userId","at","generator","model","sandbox","currency")
);

-- CreateTable
CREATE TABLE "Spending" (
    "userId" UUID NOT NULL,
    "month" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "spent" BIGINT NOT NULL,

    CONSTRAINT "Spending_pkey" PRIMARY KEY ("userId","month","currency","sandbox")
);

-- CreateTable
CREATE TABLE "Budget" (
    "userId" UUID NOT NULL,
    "soft" BIGINT,
    "hard" BIGINT,

    CONSTRAINT "Budget_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Price" (
    "id" UUID NOT NULL,
    "generator" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "per" INTEGER NOT NULL,
    "validFrom" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Price_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "UsageCount_at_idx" ON "UsageCount"("at");

-- CreateIndex
CREATE UNIQUE INDEX "Price_generator_model_unit_validFrom_key" ON "Price"("generator", "model", "unit", "validFrom");

-- CreateIndex
CREATE INDEX "Attempt_startedAt_id_idx" ON "Attempt"("startedAt", "id");

-- CreateIndex
CREATE INDEX "Attempt_userId_startedAt_id_idx" ON "Attempt"("userId", "startedAt", "id");

-- Adds to what a month has spent for a person and for the studio, in this order, so that nobody waits in a circle. Their rows
-- stay locked until the transaction ends: of two requests at the same time, the second sees the first. `asks` is true for a
-- request that has not been sent; it is refused where a hard budget has too little left.
CREATE FUNCTION reverie_spend(
  person uuid, of_month integer, of_currency text, of_sandbox boolean, amount bigint, asks boolean
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  payer uuid;
  total bigint;
BEGIN
  FOREACH payer IN ARRAY ARRAY[person, '00000000-0000-0000-0000-000000000000'::uuid] LOOP
    INSERT INTO "Spending" AS known ("userId", "month", "currency", "sandbox", "spent")
    VALUES (payer, of_month, of_currency, of_sandbox, amount)
    ON CONFLICT ("userId", "month", "currency", "sandbox") DO UPDATE SET "spent" = known."spent" + amount
    RETURNING "spent" INTO total;
    -- One whose least cost is nothing is sent while anything is left.
    IF asks AND EXISTS (
      SELECT FROM "Budget" WHERE "userId" = payer AND (total > "hard" OR (amount = 0 AND total >= "hard"))
    ) THEN
      RAISE EXCEPTION 'budget reached' USING ERRCODE = 'RVB01';
    END IF;
  END LOOP;
END
$$;

-- What a counted attempt adds to the figures of its quarter of an hour, or takes from them with -1.
CREATE FUNCTION reverie_add_usage(attempt "Attempt", sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UsageCount" AS known ("userId", "at", "generator", "model", "sandbox", "currency", "requests",
    "characters", "milliseconds", "images", "songs", "cost")
  SELECT attempt."userId", date_bin('15 minutes', attempt."startedAt", '2000-01-01Z'), take."generator", take."model",
    take."sandbox", coalesce(attempt."currency", ''), sign, sign * coalesce(attempt."characters", 0),
    sign * coalesce(attempt."milliseconds", 0), sign * coalesce(attempt."images", 0), sign * coalesce(attempt."songs", 0),
    sign * coalesce(attempt."cost", attempt."estimate", 0)
  FROM "Generation" take WHERE take."id" = attempt."generationId"
  ON CONFLICT ("userId", "at", "generator", "model", "sandbox", "currency") DO UPDATE SET
    "requests" = known."requests" + EXCLUDED."requests", "characters" = known."characters" + EXCLUDED."characters",
    "milliseconds" = known."milliseconds" + EXCLUDED."milliseconds", "images" = known."images" + EXCLUDED."images",
    "songs" = known."songs" + EXCLUDED."songs", "cost" = known."cost" + EXCLUDED."cost";
END
$$;

-- A budget gives for what is prepared, out or billed; figures have what was answered or may have been. What is deleted
-- later stays in both.
CREATE FUNCTION reverie_count_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gives CONSTANT text[] := ARRAY['prepared', 'open', 'answered', 'unknown'];
  counts CONSTANT text[] := ARRAY['answered', 'unknown'];
  gave boolean := TG_OP = 'UPDATE' AND OLD."currency" IS NOT NULL AND OLD."userId" IS NOT NULL AND OLD."state" = ANY (gives);
  given boolean := NEW."currency" IS NOT NULL AND NEW."userId" IS NOT NULL AND NEW."state" = ANY (gives);
  amount bigint := 0;
  of_sandbox boolean;
BEGIN
  IF gave THEN
    amount := amount - coalesce(OLD."cost", OLD."estimate", 0);
  END IF;
  IF given THEN
    amount := amount + coalesce(NEW."cost", NEW."estimate", 0);
  END IF;
  IF amount <> 0 OR (given AND TG_OP = 'INSERT') THEN
    SELECT "sandbox" INTO of_sandbox FROM "Generation" WHERE "id" = NEW."generationId";
    PERFORM reverie_spend(NEW."userId", NEW."month", NEW."currency", of_sandbox, amount, TG_OP = 'INSERT' AND NEW."state" = 'prepared');
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."userId" IS NOT NULL AND OLD."state" = ANY (counts) THEN
    PERFORM reverie_add_usage(OLD, -1);
  END IF;
  IF NEW."userId" IS NOT NULL AND NEW."state" = ANY (counts) THEN
    PERFORM reverie_add_usage(NEW, 1);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "Attempt_counted" AFTER INSERT ON "Attempt" FOR EACH ROW
WHEN (NEW."userId" IS NOT NULL) EXECUTE FUNCTION reverie_count_attempt();
CREATE TRIGGER "Attempt_recounted" AFTER UPDATE ON "Attempt" FOR EACH ROW
WHEN (NEW."userId" IS NOT NULL AND (OLD."userId", OLD."state", OLD."currency", OLD."estimate", OLD."cost", OLD."characters", OLD."milliseconds", OLD."images", OLD."songs")
  IS DISTINCT FROM (NEW."userId", NEW."state", NEW."currency", NEW."estimate", NEW."cost", NEW."characters", NEW."milliseconds", NEW."images", NEW."songs"))
EXECUTE FUNCTION reverie_count_attempt();

-- A count that the service reported; null for what is none.
CREATE FUNCTION reverie_read_count(reported jsonb) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_typeof(reported) = 'number' AND reported::numeric BETWEEN 0 AND 2147483647 THEN
    RETURN round(reported::numeric);
  END IF;
  RETURN NULL;
END
$$;

-- What was sent before there were figures. What an import brought has no connection.
UPDATE "Attempt" attempt SET
  "userId" = take."userId",
  "month" = reverie_month(attempt."startedAt"),
  "characters" = reverie_read_count(take."usage" -> 'characters'),
  "milliseconds" = coalesce(
    reverie_read_count(take."facts" #> '{extra_info,music_duration}'),
    reverie_read_count(take."facts" #> '{extra_info,audio_length}'),
    results."milliseconds"
  ),
  "images" = results."images",
  "songs" = CASE WHEN take."facts" #> '{extra_info,music_duration}' IS NOT NULL THEN 1 END
FROM "Generation" take
CROSS JOIN LATERAL (
  SELECT round(1000 * sum(asset."durationSeconds"))::integer AS "milliseconds",
    nullif(count(*) FILTER (WHERE output."role" = 'image'), 0)::integer AS "images"
  FROM "Output" output LEFT JOIN "Asset" asset ON asset."id" = output."assetId"
  WHERE output."generationId" = take."id"
) results
WHERE take."id" = attempt."generationId" AND take."connection" ->> 'scope' <> 'imported';

DROP FUNCTION reverie_read_count;
