-- A browser shows the rating, tags and title of an item in its generation. So that all of them hear of a change, each change of an
-- item is one of its generation; before, only marks and the trash were.
CREATE OR REPLACE FUNCTION reverie_count_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "ItemCount" AS known ("userId", "month", "kind", "generator", "favourite", "trashed", "count")
    SELECT "userId", reverie_month("createdAt"), "kind", "generator", "favourite", "deletedAt" IS NOT NULL, count(*)
    FROM after GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT ("userId", "month", "kind", "generator", "favourite", "trashed")
    DO UPDATE SET "count" = known."count" + EXCLUDED."count";
  ELSIF TG_OP = 'UPDATE' THEN
    -- A generation is a favourite while one of its items is, and in the trash once all of them are. Each change of an item
    -- increments its version, too: browsers hear of the item with it.
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
        WHERE now_is."version" <> was."version"
      )
      GROUP BY item."generationId", own."state", own."deletedAt"
    ) told
    WHERE take."id" = told."generationId";

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
