import { Prisma } from "@/lib/db/database.server";
import type { Reader } from "./find-items.server";
import type { ItemFacets } from "../item-dto";

/** Tags are counted among so many of the newest items that have any. */
const countedItems = 2_000;
const maxTags = 100;

/** What a person can filter items by: all of their models and voices, and the most used tags. */
export async function listItemFacets(database: Reader, userId: string): Promise<ItemFacets> {
  const models = await listValues(database, userId, "model");
  const voices = await listValues(database, userId, "voice");
  const tags = await database.$queryRaw<{ tag: string }[]>`
    SELECT "tag"
    FROM (
      SELECT "tags" FROM "Item" WHERE "userId" = ${userId}::uuid AND cardinality("tags") > 0
      ORDER BY "createdAt" DESC LIMIT ${countedItems}
    ) newest CROSS JOIN unnest("tags") AS "tag"
    GROUP BY "tag" ORDER BY count(*) DESC, "tag" LIMIT ${maxTags}`;
  return { models, voices, tags: tags.map(({ tag }) => tag) };
}

/** Steps from value to value in the index of the column, however many items each has. */
async function listValues(database: Reader, userId: string, column: "model" | "voice"): Promise<string[]> {
  const value = Prisma.raw(`item."${column}"`);
  const rows = await database.$queryRaw<{ value: string }[]>`
    WITH RECURSIVE known AS (
      (
        SELECT ${value} AS "value" FROM "Item" item
        WHERE item."userId" = ${userId}::uuid AND ${value} IS NOT NULL ORDER BY ${value} LIMIT 1
      )
      UNION ALL
      SELECT (
        SELECT ${value} FROM "Item" item
        WHERE item."userId" = ${userId}::uuid AND ${value} > known."value" ORDER BY ${value} LIMIT 1
      )
      FROM known WHERE known."value" IS NOT NULL
    )
    SELECT "value" FROM known WHERE "value" IS NOT NULL`;
  return rows.map(({ value }) => value);
}
