import type { ItemNeighbours } from "../item-dto";
import type { ItemNeighboursQuery } from "../list-items-query";
import { findItems, type Reader } from "./find-items.server";
import { readItemRow } from "./list-items.server";
import { toItemDto } from "./item-row.server";
import { findPositionOf } from "./item-sorts.server";

/**
 * The items before and after one in a list. They are found from its place in the order of the list, so an item that has
 * left the list (no longer a favourite, in the trash) still has neighbours.
 *
 */
export async function findItemNeighbours(
  database: Reader,
  { userId, id, list: { sort, ...filter } }: { userId: string; id: string; list: ItemNeighboursQuery },
): Promise<ItemNeighbours> {
  const row = await readItemRow(database, { userId, id });
  const [previous, next] = await Promise.all(
    [true, false].map(async (backwards) => {
      const position = findPositionOf(sort, row, backwards);
      const [found] = await findItems(database, { userId, filter, sort, position, limit: 1 });
      return found ? toItemDto(found) : null;
    }),
  );
  return { previous: previous ?? null, next: next ?? null };
}
