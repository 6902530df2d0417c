import type { Reader } from "./find-items.server";
import type { ItemFacets } from "../item-dto";

/** Tags are counted among so many of the newest items that have any. */
const countedItems = 2_000;
const maxTags = 100;

/** What a person can filter items by: all of their models, and the most used tags. */
export async function listItemFacets(database: Reader, userId: string): Promise<ItemFacets> {
  // Steps from model to model in the index, however many items each has.
  const models = await database.$queryRaw<{ model: string }[]>`
    WITH RECURSIVE known AS (
      (SELECT "model" FROM "Item" WHERE "userId" = ${userId}::uuid ORDER BY "model" LIMIT 1)
      UNION ALL
      SELECT (
        SELECT item."model" FROM "Item" item
        WHERE item."userId" = ${userId}::uuid AND item."model" > known."model" ORDER BY item."model" LIMIT 1
      )
      FROM known WHERE known."model" IS NOT NULL
    )
    SELECT "model" FROM known WHERE "model" IS NOT NULL`;
  const tags = await database.$queryRaw<{ tag: string }[]>`
    SELECT "tag"
    FROM (
      SELECT "tags" FROM "Item" WHERE "userId" = ${userId}::uuid AND cardinality("tags") > 0
      ORDER BY "createdAt" DESC LIMIT ${countedItems}
    ) newest CROSS JOIN unnest("tags") AS "tag"
    GROUP BY "tag" ORDER BY count(*) DESC, "tag" LIMIT ${maxTags}`;
  return { models: models.map(({ model }) => model), tags: tags.map(({ tag }) => tag) };
}
