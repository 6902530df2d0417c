import { type Queryable, Prisma } from "@/lib/db/database.server";

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

/**
 * Inserts items without outputs and generations, spread evenly over three years that end now, with the same ones for the
 * same number. Only for databases that measure or explain reading: it drops the foreign keys.
 */
export async function seedItems(
  database: Queryable,
  { userId, assetId, count }: { userId: string; assetId: string; count: number },
): Promise<void> {
  await database.$executeRaw`
    ALTER TABLE "Item" DROP CONSTRAINT IF EXISTS "Item_id_fkey", DROP CONSTRAINT IF EXISTS "Item_generationId_fkey"`;
  const indexes = await database.$queryRaw<{ name: string; definition: string }[]>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'Item' AND indexname <> 'Item_pkey'`;
  // Building an index takes a fraction of the time of adding as many rows to it.
  for (const { name } of indexes) await database.$executeRaw`DROP INDEX ${Prisma.raw(`"${name}"`)}`;
  const pick = (list: readonly string[], of: string) =>
    Prisma.sql`(${list}::text[])[1 + ${Prisma.raw(of)} % ${Prisma.raw(String(list.length))}]`;
  await database.$executeRaw`
    INSERT INTO "Item" (
      "id", "userId", "generationId", "assetId", "kind", "generator", "model", "voice", "sandbox", "partial", "takeName",
      "searchText", "ownText", "tags", "rating", "favourite", "durationSeconds", "width", "height", "bytes", "mimeType",
      "createdAt", "deletedAt"
    )
    SELECT md5(${userId}::text || n)::uuid, ${userId}::uuid, md5('take' || n / 4)::uuid, ${assetId}::uuid,
      ${pick(
        kinds.map(({ kind }) => kind),
        "n",
      )},
      ${pick(
        kinds.map(({ generator }) => generator),
        "n",
      )},
      ${pick(
        kinds.map(({ model }) => model),
        "n",
      )},
      CASE WHEN n % 4 = 2 THEN 'voice-' || n % 40 END, n % 50 = 0, n % 200 = 0, words, words, '',
      CASE WHEN n % 100 = 0 THEN ARRAY['keep'] ELSE '{}' END, CASE WHEN n % 20 = 0 THEN 1 + n / 20 % 5 ELSE 0 END,
      n % 50 = 1, CASE WHEN n % 4 > 0 THEN 1 + n * 7 % 3000 / 10.0 END,
      CASE WHEN n % 4 IN (0, 3) THEN 1280 END, CASE WHEN n % 4 IN (0, 3) THEN 720 + n % 5 * 160 END,
      10000 + n::bigint * 7919 % 9000000,
      ${pick(
        kinds.map(({ mimeType }) => mimeType),
        "n",
      )},
      now() - n * interval '3 years' / ${count}::int, CASE WHEN n % 100 = 99 THEN now() END
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
    ) seeded`;
  for (const { definition } of indexes) await database.$executeRaw`${Prisma.raw(definition)}`;
  await database.$executeRaw`ALTER INDEX "Item_search" ALTER COLUMN 1 SET STATISTICS 0`;
  await database.$executeRaw`ANALYZE "Item"`;
  await database.$executeRaw`ANALYZE "ItemCount"`;
}
