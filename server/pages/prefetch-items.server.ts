import { QueryClient } from "@tanstack/react-query";
import type { ItemList } from "@/components/queries/item-lists";
import { itemQueries } from "@/components/queries/item-queries";
import { getDatabase } from "@/lib/db/database.server";
import { listItemsQuerySchema } from "@/lib/items/list-items-query";
import { listItems } from "@/lib/items/read/list-items.server";
import { getLiveMark } from "./live-mark.server";

/** Enough for the first screens; the browser loads the rest. */
const firstPageSize = 24;

/**
 * Reads the first page of a list of items on the server, so that pages render with data.
 *
 * @param at the ISO time at which it begins; empty for the beginning of the list
 */
export async function prefetchItems(userId: string, list: ItemList, at = ""): Promise<QueryClient> {
  const client = new QueryClient();
  // Read before the data: the browser reloads it if it changed in between.
  await getLiveMark(userId);
  const query = listItemsQuerySchema.parse({ ...list, ...(at ? { at } : {}), limit: firstPageSize });
  await client.fetchInfiniteQuery({
    ...itemQueries.list(list, at),
    queryFn: () => listItems(getDatabase(), userId, query),
  });
  return client;
}
