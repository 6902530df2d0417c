import { QueryClient } from "@tanstack/react-query";
import type { ItemList } from "@/components/queries/item-lists";
import { itemQueries } from "@/components/queries/item-queries";
import { getDatabase } from "@/lib/db/database.server";
import { itemListSchema, listItemsQuerySchema } from "@/lib/items/list-items-query";
import { countItems } from "@/lib/items/read/count-items.server";
import { listItems } from "@/lib/items/read/list-items.server";
import { getLiveMark } from "./live-mark.server";

/** Enough for the first screens; the browser loads the rest. */
const firstPageSize = 24;

/** The filters whose numbers of items are known at once, and the order. */
const countedFilters: ReadonlySet<string> = new Set(["kind", "generator", "favourite", "trash", "sort"]);

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
  const isCounted = Object.keys(list).every((name) => countedFilters.has(name));
  await Promise.all([
    client.fetchInfiniteQuery({
      ...itemQueries.list(list, at),
      queryFn: () => listItems(getDatabase(), userId, query),
    }),
    // Other numbers take longer; the browser asks for them.
    isCounted
      ? client.fetchQuery({
          ...itemQueries.months(list),
          queryFn: () => countItems(getDatabase(), userId, itemListSchema.parse(list)),
        })
      : null,
  ]);
  return client;
}
