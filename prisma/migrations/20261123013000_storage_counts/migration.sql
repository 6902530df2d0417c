-- AlterTable
ALTER TABLE "Asset" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "AssetCount" (
    "userId" UUID NOT NULL,
    "month" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "files" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "AssetCount_pkey" PRIMARY KEY ("userId","month","kind","origin")
);

-- AddForeignKey
ALTER TABLE "AssetCount" ADD CONSTRAINT "AssetCount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows are locked in one order, so that statements that change many at once never wait for each other in a circle.
CREATE FUNCTION reverie_count_assets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "AssetCount" AS known ("userId", "month", "kind", "origin", "files", "bytes")
    SELECT "userId", reverie_month("createdAt"), "kind", "origin", count(*), sum("bytes")
    FROM after GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT ("userId", "month", "kind", "origin")
    DO UPDATE SET "files" = known."files" + EXCLUDED."files", "bytes" = known."bytes" + EXCLUDED."bytes";
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO "AssetCount" AS known ("userId", "month", "kind", "origin", "files", "bytes")
    SELECT "userId", "month", "kind", "origin", sum("files"), sum("bytes")
    FROM (
      SELECT "userId", reverie_month("createdAt") AS "month", "kind", "origin", 1 AS "files", "bytes" FROM after
      UNION ALL
      SELECT "userId", reverie_month("createdAt"), "kind", "origin", -1, -"bytes" FROM before
    ) changes
    GROUP BY 1, 2, 3, 4 HAVING sum("files") <> 0 OR sum("bytes") <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT ("userId", "month", "kind", "origin")
    DO UPDATE SET "files" = known."files" + EXCLUDED."files", "bytes" = known."bytes" + EXCLUDED."bytes";
  ELSE
    -- Without inserting: their person may be deleted, too.
    PERFORM FROM "AssetCount" known
    WHERE (known."userId", known."month", known."kind", known."origin") IN (
      SELECT "userId", reverie_month("createdAt"), "kind", "origin" FROM before
    )
    ORDER BY "userId", "month", "kind", "origin" FOR UPDATE;
    UPDATE "AssetCount" known
    SET "files" = known."files" - gone."files", "bytes" = known."bytes" - gone."bytes"
    FROM (
      SELECT "userId", reverie_month("createdAt") AS "month", "kind", "origin", count(*) AS "files", sum("bytes") AS "bytes"
      FROM before GROUP BY 1, 2, 3, 4
    ) gone
    WHERE (known."userId", known."month", known."kind", known."origin")
      = (gone."userId", gone."month", gone."kind", gone."origin");
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "Asset_inserted" AFTER INSERT ON "Asset" REFERENCING NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION reverie_count_assets();
CREATE TRIGGER "Asset_updated" AFTER UPDATE ON "Asset" REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION reverie_count_assets();
CREATE TRIGGER "Asset_deleted" AFTER DELETE ON "Asset" REFERENCING OLD TABLE AS before
FOR EACH STATEMENT EXECUTE FUNCTION reverie_count_assets();

INSERT INTO "AssetCount" ("userId", "month", "kind", "origin", "files", "bytes")
SELECT "userId", reverie_month("createdAt"), "kind", "origin", count(*), sum("bytes") FROM "Asset" GROUP BY 1, 2, 3, 4;

-- What takes most room, and a person's uploads, newest and largest first.
CREATE INDEX "Item_largest" ON "Item" ("userId", "bytes" DESC, "id" DESC) WHERE "deletedAt" IS NULL;
CREATE INDEX "Asset_newest_uploads" ON "Asset" ("userId", "id" DESC) WHERE "origin" = 'upload' AND "deletedAt" IS NULL;
CREATE INDEX "Asset_largest_uploads" ON "Asset" ("userId", "bytes" DESC, "id" DESC) WHERE "origin" = 'upload' AND "deletedAt" IS NULL;
