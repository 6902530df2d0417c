import type { Prisma } from "@/lib/db/database.server";
import { normaliseText } from "../search-text";

/** What an item shows and is found by of its generation. */
export interface TakeWords {
  /** What the generation is called, one line. */
  name: string;
  /** Everything that the library searches of it. */
  searchText: string;
}

/** Longer names are cut; lists show less, and an index sorts by them. */
const nameMaxLength = 200;

function toColumns({ name, searchText }: TakeWords) {
  return {
    takeName: Array.from(name).slice(0, nameMaxLength).join(""),
    searchText: normaliseText(searchText),
  };
}

/**
 * Makes a stored output an item, if it is a main result and not a sample of a voice; what accompanies a result
 * (subtitles) is none. Repeated for a part that was stored completely later. Call it after the generation is locked.
 *
 * A later item of a generation is a favourite, or in the trash, if all earlier ones are: whoever marked them meant the
 * generation.
 */
export async function storeItem(
  transaction: Prisma.TransactionClient,
  { generationId, role, index }: { generationId: string; role: string; index: number },
  words: TakeWords,
): Promise<void> {
  const { takeName, searchText } = toColumns(words);
  await transaction.$executeRaw`
    INSERT INTO "Item" (
      "id", "userId", "generationId", "assetId", "kind", "generator", "model", "voice", "sandbox", "partial", "takeName",
      "searchText", "favourite", "durationSeconds", "width", "height", "bytes", "mimeType", "createdAt", "deletedAt"
    )
    SELECT output."id", take."userId", take."id", asset."id", asset."kind", take."generator", take."model",
      take."voice", take."sandbox", output."state" = 'partial', ${takeName}::text, ${searchText}::text,
      take."favourite" AND NOT EXISTS (
        SELECT FROM "Item" other WHERE other."generationId" = take."id" AND NOT other."favourite"
      ),
      asset."durationSeconds", asset."width", asset."height", asset."bytes", asset."mimeType", output."createdAt",
      take."deletedAt"
    FROM "Output" output
    JOIN "Generation" take ON take."id" = output."generationId"
    JOIN "Asset" asset ON asset."id" = output."assetId"
    WHERE output."generationId" = ${generationId}::uuid AND output."role" = ${role}::text
      AND output."index" = ${index}::int AND output."state" IN ('stored', 'partial')
      AND asset."kind" IN ('image', 'audio', 'video')
      AND coalesce(take."counts" ->> 'role', output."role") = output."role"
      AND take."relation" IS DISTINCT FROM 'sample'
    ON CONFLICT ("id") DO UPDATE SET
      "assetId" = EXCLUDED."assetId", "kind" = EXCLUDED."kind", "partial" = EXCLUDED."partial",
      "durationSeconds" = EXCLUDED."durationSeconds", "width" = EXCLUDED."width", "height" = EXCLUDED."height",
      "bytes" = EXCLUDED."bytes", "mimeType" = EXCLUDED."mimeType"`;
}

/** Writes the words of a generation to its items, after they changed. */
export async function renameItems(
  transaction: Prisma.TransactionClient,
  generationId: string,
  words: TakeWords,
): Promise<void> {
  await transaction.item.updateMany({ where: { generationId }, data: toColumns(words) });
}

/** Marks all items of a generation as favourites, or removes the marks. */
export async function markItems(
  transaction: Prisma.TransactionClient,
  generationId: string,
  favourite: boolean,
): Promise<void> {
  await transaction.item.updateMany({
    where: { generationId, favourite: !favourite },
    data: { favourite, version: { increment: 1 } },
  });
}

/** Moves all items of a generation to the trash, or restores them with null. */
export async function trashItems(
  transaction: Prisma.TransactionClient,
  generationId: string,
  deletedAt: Date | null,
): Promise<void> {
  await transaction.item.updateMany({
    where: { generationId, deletedAt: deletedAt ? null : { not: null } },
    data: { deletedAt, version: { increment: 1 } },
  });
}

/** Removes items with their outputs, in statements of many, so that the counts by month are locked in one order. */
export async function removeItems(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await transaction.$queryRaw<{ generationId: string }[]>`
    DELETE FROM "Item" WHERE "id" = ANY (${ids}::uuid[]) RETURNING "generationId"`;
  await transaction.$executeRaw`DELETE FROM "Output" WHERE "id" = ANY (${ids}::uuid[])`;
  // Like the trigger that follows changes: what is left decides.
  await transaction.$executeRaw`
    UPDATE "Generation" take
    SET "favourite" = told."favourite", "deletedAt" = told."deletedAt", "version" = take."version" + 1,
      "updatedAt" = now()
    FROM (
      SELECT "generationId", bool_or("favourite") AS "favourite",
        CASE WHEN bool_and("deletedAt" IS NOT NULL) THEN max("deletedAt") END AS "deletedAt"
      FROM "Item" WHERE "generationId" = ANY (${rows.map(({ generationId }) => generationId)}::uuid[])
      GROUP BY "generationId"
    ) told
    WHERE take."id" = told."generationId"`;
}
