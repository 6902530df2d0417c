import { StudioError } from "@/lib/errors/studio-error";
import type { ItemDto, ItemPage } from "../item-dto";
import type { ListItemsQuery } from "../list-items-query";
import { findItems, type Reader } from "./find-items.server";
import { itemColumns, type ItemRow, toItemDto } from "./item-row.server";
import { findPositionAt, readCursor, writeCursor } from "./item-sorts.server";

/**
 * A page of the person's items. Pages continue where the item of their cursor is or was, so nothing is skipped while
 * others come and go.
 *
 * @throws StudioError input.invalid for a cursor that is none, or of another order
 */
export async function listItems(database: Reader, userId: string, query: ListItemsQuery): Promise<ItemPage> {
  const { sort, limit, cursor, at, ...filter } = query;
  const position = cursor ? readCursor(sort, cursor) : at ? findPositionAt(sort, at) : undefined;
  const found = await findItems(database, { userId, filter, sort, position, limit: limit + 1 });
  const backwards = position?.backwards ?? false;
  const page = found.slice(0, limit);
  if (backwards) page.reverse();
  const hasMore = found.length > limit;
  const [first, last] = [page.at(0), page.at(-1)];
  return {
    items: page.map(toItemDto),
    nextCursor: last && (backwards || hasMore) ? writeCursor(sort, last, false) : null,
    previousCursor: first && (backwards ? hasMore : position) ? writeCursor(sort, first, true) : null,
  };
}

/** Those of these items that the person has, also from the trash, in no order. */
export async function findItemsById(
  database: Reader,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<ItemDto[]> {
  const rows = await database.$queryRaw<ItemRow[]>`
    SELECT ${itemColumns} FROM "Item" item
    WHERE item."id" = ANY (${ids}::uuid[]) AND item."userId" = ${userId}::uuid`;
  return rows.map(toItemDto);
}

/**
 * One item of the person, also from the trash.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function getItem(database: Reader, one: { userId: string; id: string }): Promise<ItemDto> {
  return toItemDto(await readItemRow(database, one));
}

/** The row of one item. Throws as `getItem`. */
export async function readItemRow(
  database: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<ItemRow> {
  const [row] = await database.$queryRaw<ItemRow[]>`
    SELECT ${itemColumns} FROM "Item" item WHERE item."id" = ${id}::uuid AND item."userId" = ${userId}::uuid`;
  if (!row) throw new StudioError("not-found");
  return row;
}
