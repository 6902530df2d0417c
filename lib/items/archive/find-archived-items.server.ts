import { type Database, Prisma, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { slugify, fileExtension } from "@/lib/media/media-file-name";
import type { z } from "zod";
import { findItems } from "../read/find-items.server";
import { itemColumns, type ItemRow, toItemDto } from "../read/item-row.server";
import type { ItemDto } from "../item-dto";
import { type archiveBodySchema, maxArchivedItems } from "./archive-dto";

/** An item with the digest of its file. */
export interface ArchivedItem extends ItemDto {
  sha256: string;
  /** In the archive; unique, since it begins with the item's number. */
  fileName: string;
}

/**
 * The items of a request, in its order.
 *
 * @throws StudioError not-found where one isn't the person's or nothing matches, archive.too-many
 */
export async function chooseItems(
  database: Pick<Queryable, "$queryRaw">,
  userId: string,
  { ids, filter = {}, exceptIds = [], sort }: z.output<typeof archiveBodySchema>,
): Promise<{ ids: string[]; bytes: number }> {
  if (ids) {
    const wanted = [...new Set(ids)];
    const [found] = await database.$queryRaw<{ count: number; bytes: bigint }[]>`
      SELECT count(*)::integer AS "count", coalesce(sum("bytes"), 0)::bigint AS "bytes" FROM "Item"
      WHERE "id" = ANY (${wanted}::uuid[]) AND "userId" = ${userId}::uuid`;
    if (found?.count !== wanted.length) throw new StudioError("not-found");
    return { ids: wanted, bytes: Number(found.bytes) };
  }
  const leftOut = new Set(exceptIds);
  const limit = maxArchivedItems + leftOut.size + 1;
  const found = await findItems(database, { userId, filter, sort, limit });
  const rows = found.filter(({ id }) => !leftOut.has(id));
  if (rows.length === 0) throw new StudioError("not-found");
  if (rows.length > maxArchivedItems) throw new StudioError("archive.too-many");
  return { ids: rows.map(({ id }) => id), bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
}

/** The items with these IDs, in this order; null where one was deleted meanwhile. */
export async function readArchivedItems(
  database: Pick<Database, "$queryRaw">,
  { userId, itemIds }: { userId: string; itemIds: readonly string[] },
): Promise<(ArchivedItem | null)[]> {
  const rows = await database.$queryRaw<(ItemRow & { sha256: string })[]>(Prisma.sql`
    SELECT ${itemColumns}, asset."sha256" FROM "Item" item JOIN "Asset" asset ON asset."id" = item."assetId"
    WHERE item."id" = ANY (${itemIds}::uuid[]) AND item."userId" = ${userId}::uuid`);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const digits = String(itemIds.length).length;
  return itemIds.map((id, index) => {
    const row = rowById.get(id);
    if (!row) return null;
    const { sha256, ...item } = row;
    const number = String(index + 1).padStart(digits, "0");
    const fileName = `${number}-${slugify(row.name) || row.generator}.${fileExtension(row.mimeType)}`;
    return { ...toItemDto(item), sha256, fileName };
  });
}
