import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import type { ItemDto, ItemFacets, ItemMonths, ItemNeighbours, ItemPage } from "@/lib/items/item-dto";
import { apiFetch } from "./api-fetch";
import { itemKeys } from "./item-keys";
import { removeItems, updateItemPages, type ItemList, type ItemNews } from "./item-lists";
import { refreshProjects } from "./project-keys";
import { liveItems } from "./live-items";

const pageSize = 40;

/** A list keeps so many pages around what is shown; those farther away are dropped and loaded again. */
const maxPages = 15;

/** How a page is found: by a cursor of its neighbour, or the first one by time. */
interface ItemPageParam {
  cursor?: string;
  at?: string;
}

/** The only place where keys of item queries are written. */
export const itemQueries = {
  all: itemKeys.items,
  lists: [...itemKeys.items, "list"] as const,
  allMonths: [...itemKeys.items, "months"] as const,
  /** What is shown outside lists: one item, its neighbours, its lineage. */
  related: [...itemKeys.items, "related"] as const,

  /**
   * A list page by page, in both directions.
   *
   * @param at an ISO time at which the first loaded page begins, for lists that are sorted by time
   */
  list: (list: ItemList = {}, at = "") =>
    infiniteQueryOptions({
      queryKey: [...itemQueries.lists, list, at] as const,
      queryFn: async ({ pageParam, signal }): Promise<ItemPage> => {
        const askedAtMs = performance.now();
        const page = await apiFetch<ItemPage>("/api/v1/items", {
          signal,
          query: { ...list, ...pageParam, limit: pageSize },
        });
        return liveItems.overlay(page, list, askedAtMs);
      },
      initialPageParam: (at ? { at } : {}) as ItemPageParam,
      getNextPageParam: ({ nextCursor }): ItemPageParam | undefined =>
        nextCursor === null ? undefined : { cursor: nextCursor },
      getPreviousPageParam: ({ previousCursor }): ItemPageParam | undefined =>
        previousCursor === null ? undefined : { cursor: previousCursor },
      maxPages,
    }),

  one: (id: string) =>
    queryOptions({
      queryKey: [...itemQueries.related, "one", id] as const,
      queryFn: ({ signal }) => apiFetch<ItemDto>(`/api/v1/items/${encodeURIComponent(id)}`, { signal }),
    }),

  /** The results of one generation. */
  ofGeneration: (generationId: string) =>
    queryOptions({
      queryKey: [...itemQueries.related, "generation", generationId] as const,
      queryFn: ({ signal }) => apiFetch<ItemPage>("/api/v1/items", { signal, query: { generationId } }),
    }),

  /** The items before and after one in a list. */
  neighbours: (id: string, list: ItemList = {}) =>
    queryOptions({
      queryKey: [...itemQueries.related, "neighbours", id, list] as const,
      queryFn: ({ signal }) =>
        apiFetch<ItemNeighbours>(`/api/v1/items/${encodeURIComponent(id)}/neighbours`, {
          signal,
          query: { ...list },
        }),
    }),

  /** The models and tags to filter by. */
  facets: () =>
    queryOptions({
      queryKey: [...itemQueries.all, "facets"] as const,
      queryFn: ({ signal }) => apiFetch<ItemFacets>("/api/v1/items/facets", { signal }),
    }),

  /** How many items a list has, and from which months. */
  months: ({ sort: _sort, ...list }: ItemList = {}) =>
    queryOptions({
      queryKey: [...itemQueries.allMonths, list] as const,
      queryFn: ({ signal }) => apiFetch<ItemMonths>("/api/v1/items/months", { signal, query: { ...list } }),
    }),
};

const noItems: readonly ItemDto[] = [];
const flattened = new WeakMap<InfiniteData<ItemPage>, readonly ItemDto[]>();

/** All loaded items of a list; the same array for the same data. */
export function flattenItems(data: InfiniteData<ItemPage> | undefined): readonly ItemDto[] {
  if (!data) return noItems;
  const known = flattened.get(data) ?? data.pages.flatMap(({ items }) => items);
  flattened.set(data, known);
  return known;
}

/** Updates every cached list with changes of items; reloads those that only the server can update, and the numbers. */
export function applyItems(client: QueryClient, news: ItemNews): void {
  liveItems.record(news);
  updateLists(client, news);
  void client.invalidateQueries({ queryKey: itemQueries.allMonths });
  void client.invalidateQueries({ queryKey: itemQueries.related });
  void refreshProjects(client);
}

/** Applies recent changes to data that came another way and may be older. */
export function repeatItemNews(client: QueryClient): void {
  updateLists(client, liveItems.recent());
}

function updateLists(client: QueryClient, { items, gone }: ItemNews): void {
  for (const [queryKey, data] of client.getQueriesData<InfiniteData<ItemPage>>({
    queryKey: itemQueries.lists,
  })) {
    if (!data) continue;
    const [, , list] = queryKey as ReturnType<typeof itemQueries.list>["queryKey"];
    let pages = removeItems(data.pages, gone);
    let isStale = false;
    for (const item of items) {
      const updated = updateItemPages(pages, list, item);
      isStale ||= updated === null;
      pages = updated ?? pages;
    }
    if (pages !== data.pages)
      client.setQueryData<InfiniteData<ItemPage>>(queryKey, { ...data, pages: [...pages] });
    if (isStale) void client.invalidateQueries({ queryKey, exact: true });
  }
}
