import { type Queryable, Prisma } from "@/lib/db/database.server";
import type { ItemKind } from "../item-names";

const common =
  "harbour lantern slow waltz brushed drums upright bass morning tide letter kitchen rain tin roof evening ferry island north wind paper boats quiet street winter garden copper kettle distant thunder velvet curtain amber light empty station violet dusk grain field river bend old piano warm tape hiss broken clock silver coast".split(
    " ",
  );
const chinese = ["港口", "圆舞曲", "清晨", "灯塔", "小船", "雨声", "旧钢琴", "远山"];
const kinds = [
  { kind: "image", generator: "image", model: "image-01", mimeType: "image/jpeg" },
  { kind: "audio", generator: "music", model: "music-3.0", mimeType: "audio/mpeg" },
  { kind: "audio", generator: "speech", model: "speech-2.8-hd", mimeType: "audio/mpeg" },
  { kind: "video", generator: "video", model: "video-2.3", mimeType: "video/mp4" },
];

/** The word that only every five-hundredth seeded item has. */
export const rareWord = "zephyr";

/** The text that follows the words of an item in the input of its generation, so that rows are as long as real ones. */
const restOfPrompt =
  ", in the manner of an old travel film: long shadows, muted colours, grain, and a slow movement from left to right.".repeat(
    5,
  );

interface Seed {
  userId: string;
  /** The file of every item for whose kind `assetIds` has none. Without it, a row whose file does not exist. */
  assetId?: string;
  assetIds?: Partial<Record<ItemKind, readonly string[]>>;
  count: number;
}

/**
 * Inserts items with their outputs and generations, four to a generation, spread evenly over three years that end now, with
 * the same ones for the same number. Without events of generations, which nobody waits for.
 */
export async function seedItems(
  database: Queryable,
  { userId, assetId: givenAssetId, assetIds = {}, count }: Seed,
): Promise<void> {
  const assetId = givenAssetId ?? (await addAsset(database, userId));
  await database.$executeRaw`ALTER TABLE "Generation" DISABLE TRIGGER "Generation_notify"`;
  const indexes = await database.$queryRaw<{ name: string; definition: string }[]>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'Item' AND indexname <> 'Item_pkey'`;
  // Building an index takes a fraction of the time of adding as many rows to it.
  for (const { name } of indexes) await database.$executeRaw`DROP INDEX ${Prisma.raw(`"${name}"`)}`;
  const pick = (list: readonly string[], of: string) =>
    Prisma.sql`(${list}::text[])[1 + ${Prisma.raw(of)} % ${Prisma.raw(String(list.length))}]`;
  const pickKind = (key: keyof (typeof kinds)[number]) =>
    pick(
      kinds.map((each) => each[key]),
      "n / 4",
    );
  // With the marks of a UUID that is random.
  const id = (name: string) =>
    Prisma.sql`overlay(overlay(md5(${userId}::text || ${Prisma.raw(name)}) placing '4' from 13) placing '8' from 17)::uuid`;
  const assetOf = (kind: ItemKind) => pick(assetIds[kind] ?? [assetId], "n");
  await database.$executeRaw`
    CREATE UNLOGGED TABLE seeded AS
    SELECT n, words, ${id("n")} AS "id", ${id("'take' || n / 4")} AS "takeId",
      ${pickKind("kind")} AS "kind", ${pickKind("generator")} AS "generator", ${pickKind("model")} AS "model",
      ${pickKind("mimeType")} AS "mimeType", CASE WHEN n / 4 % 4 = 2 THEN 'voice-' || n / 4 % 40 END AS "voice",
      n / 4 % 50 = 0 AS "sandbox", now() - n * interval '3 years' / ${count}::int AS "createdAt"
    FROM (
      SELECT n, string_agg(word, ' ' ORDER BY place)
        || CASE WHEN n % 500 = 7 THEN ${` ${rareWord}`}::text ELSE '' END
        || CASE WHEN n % 10 = 3 THEN ' ' || ${pick(chinese, "(n / 10)")} || ${pick(chinese, "(n / 80)")} ELSE '' END
        || ' ' || substr(md5(n::text), 1, 6) AS words
      FROM generate_series(1, ${count}::int) n,
        LATERAL (
          SELECT place, ${pick(common, "((abs(hashtext(n || ' ' || place)::bigint) % 10007) ^ 2 / 3000000)::int")} AS word
          FROM generate_series(1, 12) place
        ) chosen
      GROUP BY n
    ) written`;
  await database.$executeRaw`
    INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model", "voice",
      "connection", "sandbox", "take", "createdAt", "finishedAt", "updatedAt")
    SELECT DISTINCT ON ("takeId") "takeId", ${userId}::uuid, "generator", 'succeeded',
      jsonb_build_object('prompt', words || ${restOfPrompt}::text), "takeId"::text AS "key", '', "model", "voice",
      '{"profileId": "sandbox"}'::jsonb, "sandbox", 1, "createdAt", "createdAt", "createdAt"
    FROM seeded ORDER BY "takeId", n`;
  await database.$executeRaw`
    INSERT INTO "Output" ("id", "generationId", "index", "role", "state", "assetId", "expectedKind", "createdAt")
    SELECT "id", "takeId", n % 4, "kind", 'stored',
      CASE "kind" WHEN 'image' THEN ${assetOf("image")} WHEN 'audio' THEN ${assetOf("audio")} ELSE ${assetOf("video")} END::uuid,
      "kind", "createdAt"
    FROM seeded ORDER BY n`;
  await database.$executeRaw`
    INSERT INTO "Item" (
      "id", "userId", "generationId", "assetId", "kind", "generator", "model", "voice", "sandbox", "partial", "takeName",
      "searchText", "ownText", "tags", "rating", "favourite", "durationSeconds", "width", "height", "bytes", "mimeType",
      "createdAt", "deletedAt"
    )
    SELECT seeded."id", ${userId}::uuid, "takeId", output."assetId", "kind", "generator", "model", "voice", "sandbox",
      n % 200 = 0, words, words, '',
      CASE WHEN n % 100 = 0 THEN ARRAY['keep'] ELSE '{}' END, CASE WHEN n % 20 = 0 THEN 1 + n / 20 % 5 ELSE 0 END,
      n % 50 = 1, CASE WHEN "kind" <> 'image' THEN 1 + n * 7 % 3000 / 10.0 END,
      CASE WHEN "kind" <> 'audio' THEN 1280 END, CASE WHEN "kind" <> 'audio' THEN 720 + n % 5 * 160 END,
      10000 + n::bigint * 7919 % 9000000, "mimeType", seeded."createdAt", CASE WHEN n % 100 = 99 THEN now() END
    FROM seeded JOIN "Output" output ON output."id" = seeded."id" ORDER BY n`;
  await database.$executeRaw`DROP TABLE seeded`;
  for (const { definition } of indexes) await database.$executeRaw`${Prisma.raw(definition)}`;
  await database.$executeRaw`ALTER INDEX "Item_search" ALTER COLUMN 1 SET STATISTICS 0`;
  await database.$executeRaw`ALTER TABLE "Generation" ENABLE TRIGGER "Generation_notify"`;
  for (const table of ["Generation", "Output", "Item", "ItemCount"])
    await database.$executeRaw`ANALYZE ${Prisma.raw(`"${table}"`)}`;
}

async function addAsset(database: Queryable, userId: string): Promise<string> {
  const data = { userId, sha256: "0", bytes: 1, mimeType: "image/png", kind: "image", origin: "output" };
  return (await database.asset.create({ data })).id;
}

/** Adds a person with `count` seeded items. */
export async function seedPerson(
  database: Queryable,
  { name, count }: { name: string; count: number },
): Promise<{ userId: string; email: string }> {
  const email = `${name.toLowerCase()}@example.test`;
  const { id: userId } = await database.user.create({ data: { email, name } });
  await seedItems(database, { userId, count });
  return { userId, email };
}
