-- AlterTable
ALTER TABLE "Generation" ADD COLUMN     "voice" TEXT;

UPDATE "Generation"
SET "voice" = coalesce("input" #>> '{voice_setting,voice_id}', "input" #>> '{timber_weights,0,voice_id}')
WHERE "input" ?| ARRAY['voice_setting', 'timber_weights'];

-- CreateTable
CREATE TABLE "Item" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "generationId" UUID NOT NULL,
    "assetId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "generator" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "voice" TEXT,
    "sandbox" BOOLEAN NOT NULL,
    "partial" BOOLEAN NOT NULL,
    "takeName" TEXT NOT NULL,
    "title" TEXT,
    "searchText" TEXT NOT NULL,
    "ownText" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rating" INTEGER NOT NULL DEFAULT 0,
    "favourite" BOOLEAN NOT NULL DEFAULT false,
    "durationSeconds" DOUBLE PRECISION,
    "width" INTEGER,
    "height" INTEGER,
    "bytes" BIGINT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ItemCount" (
    "userId" UUID NOT NULL,
    "month" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "generator" TEXT NOT NULL,
    "favourite" BOOLEAN NOT NULL,
    "trashed" BOOLEAN NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "ItemCount_pkey" PRIMARY KEY ("userId","month","kind","generator","favourite","trashed")
);

ALTER TABLE "Item" ADD CONSTRAINT "Item_kind_check" CHECK ("kind" IN ('image', 'audio', 'video'));
ALTER TABLE "Item" ADD CONSTRAINT "Item_rating_check" CHECK ("rating" BETWEEN 0 AND 5);

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "Generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_id_fkey" FOREIGN KEY ("id") REFERENCES "Output"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_assetId_fkey" FOREIGN KEY ("assetId") REFERENCES "Asset"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ItemCount" ADD CONSTRAINT "ItemCount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Year and month in UTC, for example 202611.
CREATE FUNCTION reverie_month(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  extract(year FROM at AT TIME ZONE 'UTC') * 100 + extract(month FROM at AT TIME ZONE 'UTC')
)::integer;

-- The numbers by which the search index knows tokens of one person in one month. Different tokens may share a number, so
-- whatever the index finds is checked again. The body is bound to the functions it calls, because PostgreSQL builds
-- indexes without the schema of the studio in its search path.
CREATE FUNCTION reverie_search_keys(owner uuid, month integer, tokens text[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT hashtext(owner::text || month::text || token)), '{}') FROM unnest(tokens) token
);

-- What the search index knows of an item: each sign and each pair of signs of its words, and what lists are filtered by.
-- lib/items/read/filter-sql.server.ts writes the same tokens for a search. Its cost keeps PostgreSQL from reading items
-- without the index.
CREATE FUNCTION reverie_item_keys(
  owner uuid, at timestamptz, words text, own_words text, kind text, generator text, model text, voice text, tags text[],
  rating integer, favourite boolean, sandbox boolean, width integer, height integer, seconds double precision, bytes bigint
) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
RETURN reverie_search_keys(
  owner,
  reverie_month(at),
  array_remove(
    ARRAY[
      'kind=' || kind,
      'generator=' || generator,
      'model=' || model,
      'voice=' || voice,
      'sandbox=' || sandbox::text,
      'favourite=' || favourite::text,
      'shape=' || CASE WHEN width > height THEN 'landscape' WHEN width < height THEN 'portrait' WHEN width > 0 THEN 'square' END,
      'length=' || CASE WHEN seconds > 0 THEN floor(ln(seconds) / ln(2::double precision))::integer::text END,
      'bytes=' || CASE WHEN bytes > 0 THEN floor(ln(bytes::double precision) / ln(2::double precision))::integer::text END
    ],
    NULL
  )
  || ARRAY(SELECT 'tag=' || tag FROM unnest(tags) tag)
  || ARRAY(SELECT 'rating=' || stars::text FROM generate_series(1, rating) stars)
  || ARRAY(
    WITH signs AS MATERIALIZED (
      SELECT sign, lead(sign) OVER (ORDER BY place) AS next
      FROM string_to_table(words || chr(10) || own_words, NULL) WITH ORDINALITY AS split(sign, place)
    )
    SELECT sign FROM signs WHERE sign NOT IN (' ', chr(10))
    UNION
    SELECT sign || next FROM signs WHERE sign NOT IN (' ', chr(10)) AND next NOT IN (' ', chr(10))
  )
);

-- Counts items by month. Rows are locked in one order, so that people who change many at once never wait for each other
-- in a circle.
CREATE FUNCTION reverie_count_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "ItemCount" AS known ("userId", "month", "kind", "generator", "favourite", "trashed", "count")
    SELECT "userId", reverie_month("createdAt"), "kind", "generator", "favourite", "deletedAt" IS NOT NULL, count(*)
    FROM after GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT ("userId", "month", "kind", "generator", "favourite", "trashed")
    DO UPDATE SET "count" = known."count" + EXCLUDED."count";
  ELSIF TG_OP = 'UPDATE' THEN
    -- A generation is a favourite while one of its items is, and in the trash once all of them are.
    UPDATE "Generation" take
    SET "favourite" = told."favourite",
      "deletedAt" = told."deletedAt",
      "version" = take."version" + 1,
      "updatedAt" = now()
    FROM (
      SELECT item."generationId", bool_or(item."favourite") AS "favourite",
        CASE
          WHEN own."state" IN ('queued', 'starting', 'running', 'storing') THEN own."deletedAt"
          WHEN bool_and(item."deletedAt" IS NOT NULL) THEN max(item."deletedAt")
        END AS "deletedAt"
      FROM "Item" item JOIN "Generation" own ON own."id" = item."generationId"
      WHERE item."generationId" IN (
        SELECT now_is."generationId" FROM after now_is JOIN before was ON was."id" = now_is."id"
        WHERE (now_is."favourite", now_is."deletedAt") IS DISTINCT FROM (was."favourite", was."deletedAt")
      )
      GROUP BY item."generationId", own."state", own."deletedAt"
    ) told
    WHERE take."id" = told."generationId"
      AND (take."favourite", take."deletedAt") IS DISTINCT FROM (told."favourite", told."deletedAt");

    INSERT INTO "ItemCount" AS known ("userId", "month", "kind", "generator", "favourite", "trashed", "count")
    SELECT "userId", "month", "kind", "generator", "favourite", "trashed", sum("change")
    FROM (
      SELECT "userId", reverie_month("createdAt") AS "month", "kind", "generator", "favourite",
        "deletedAt" IS NOT NULL AS "trashed", 1 AS "change"
      FROM after
      UNION ALL
      SELECT "userId", reverie_month("createdAt"), "kind", "generator", "favourite", "deletedAt" IS NOT NULL, -1
      FROM before
    ) changes
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("change") <> 0 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT ("userId", "month", "kind", "generator", "favourite", "trashed")
    DO UPDATE SET "count" = known."count" + EXCLUDED."count";
  ELSE
    -- Without inserting: their person may be deleted, too.
    UPDATE "ItemCount" known SET "count" = known."count" - gone."count"
    FROM (
      SELECT "userId", reverie_month("createdAt") AS "month", "kind", "generator", "favourite",
        "deletedAt" IS NOT NULL AS "trashed", count(*) AS "count"
      FROM before GROUP BY 1, 2, 3, 4, 5, 6
    ) gone
    WHERE (known."userId", known."month", known."kind", known."generator", known."favourite", known."trashed")
      = (gone."userId", gone."month", gone."kind", gone."generator", gone."favourite", gone."trashed");
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "Item_inserted" AFTER INSERT ON "Item" REFERENCING NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION reverie_count_items();
CREATE TRIGGER "Item_updated" AFTER UPDATE ON "Item" REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION reverie_count_items();
CREATE TRIGGER "Item_deleted" AFTER DELETE ON "Item" REFERENCING OLD TABLE AS before
FOR EACH STATEMENT EXECUTE FUNCTION reverie_count_items();

-- The results so far. Favourites and trash of a generation become those of all its results.
INSERT INTO "Item" (
  "id", "userId", "generationId", "assetId", "kind", "generator", "model", "voice", "sandbox", "partial", "takeName",
  "searchText", "favourite", "durationSeconds", "width", "height", "bytes", "mimeType", "createdAt", "deletedAt"
)
SELECT output."id", take."userId", take."id", asset."id", asset."kind", take."generator", take."model", take."voice",
  take."sandbox", output."state" = 'partial',
  left(trim(regexp_replace(coalesce(
    take."title",
    nullif(trim(take."input" ->> 'title'), ''),
    nullif(trim(regexp_replace(take."input" ->> 'prompt', '\[[^][]*\]', ' ', 'g')), ''),
    nullif(trim(regexp_replace(take."input" ->> 'text', '<#[^#<>]*#>', ' ', 'g')), ''),
    nullif(trim(regexp_replace(take."input" ->> 'lyrics', '^[ \t]*\[[^][\n]*\][ \t]*$', '', 'gn')), ''),
    (
      SELECT source."fileName" FROM "GenerationAsset" used JOIN "Asset" source ON source."id" = used."assetId"
      WHERE used."generationId" = take."id" AND source."fileName" IS NOT NULL ORDER BY used."field" LIMIT 1
    ),
    take."facts" ->> 'text_file_name',
    take."model"
  ), '\s+', ' ', 'g')), 200),
  trim(regexp_replace(
    lower(normalize(concat_ws(chr(10), take."searchText", take."voice"), NFKC)), '\s+', ' ', 'g'
  )),
  take."favourite", asset."durationSeconds", asset."width", asset."height", asset."bytes", asset."mimeType",
  output."createdAt", take."deletedAt"
FROM "Output" output
JOIN "Generation" take ON take."id" = output."generationId"
JOIN "Asset" asset ON asset."id" = output."assetId"
WHERE output."state" IN ('stored', 'partial')
  AND asset."kind" IN ('image', 'audio', 'video')
  AND coalesce(take."counts" ->> 'role', output."role") = output."role"
  AND take."relation" IS DISTINCT FROM 'sample';

-- CreateIndex
CREATE INDEX "Item_generationId_idx" ON "Item"("generationId");

-- CreateIndex
CREATE INDEX "Item_assetId_idx" ON "Item"("assetId");

-- One index for each order of a list, and one for the trash.
CREATE INDEX "Item_newest" ON "Item" ("userId", "createdAt" DESC, "id" DESC) WHERE "deletedAt" IS NULL;
CREATE INDEX "Item_trash" ON "Item" ("userId", "createdAt" DESC, "id" DESC) WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "Item_longest" ON "Item" ("userId", "durationSeconds" DESC, "id" DESC)
  WHERE "deletedAt" IS NULL AND "durationSeconds" IS NOT NULL;
CREATE INDEX "Item_rating" ON "Item" ("userId", "rating" DESC, "createdAt" DESC, "id" DESC) WHERE "deletedAt" IS NULL;
CREATE INDEX "Item_title" ON "Item" ("userId", lower(coalesce("title", "takeName")), "id") WHERE "deletedAt" IS NULL;

-- Without a list of pending entries, which every search would read, and without statistics, which would cost every
-- ANALYZE as much as indexing 30,000 items.
CREATE INDEX "Item_search" ON "Item" USING gin (reverie_item_keys(
  "userId", "createdAt", "searchText", "ownText", "kind", "generator", "model", "voice", "tags", "rating", "favourite",
  "sandbox", "width", "height", "durationSeconds", "bytes"
)) WITH (fastupdate = off);
ALTER INDEX "Item_search" ALTER COLUMN 1 SET STATISTICS 0;
