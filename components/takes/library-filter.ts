import type { GenerationFilter } from "@/components/queries/generation-lists";
import type { ItemLayout } from "@/lib/appearance/item-layout";
import { type ItemList, listReaders, readListTime } from "@/lib/items/item-list";

/** What the library's address says: the words of the search, the filters and the order, by the names of the API. */
export type LibraryView = { [Name in keyof ItemList]?: ItemList[Name] | undefined } & { q: string };

/** Everything, newest first. */
export const wholeLibrary: LibraryView = { q: "" };

/** Reads the query of the address; ignores invalid values. */
export function readLibraryView(search: { get(name: string): string | null }): LibraryView {
  const read = Object.entries(listReaders).flatMap(([name, parse]) => {
    const value = parse(search.get(name) ?? "");
    return value === undefined ? [] : [[name, value]];
  });
  return { q: "", ...Object.fromEntries(read) };
}

/** The time at which the shown part of the library begins, from its address; empty for its beginning. */
export function readLibraryStart(search: { get(name: string): string | null }): string {
  return readListTime(search.get("at") ?? "") ?? "";
}

/**
 * The address of a view; filters that are not set are omitted.
 *
 * @param options.at the ISO time at which the shown part begins
 * @param options.layout how the items are shown, if the address is to say so
 */
export function writeLibraryView(
  view: LibraryView,
  { at = "", layout }: { at?: string; layout?: ItemLayout | undefined } = {},
): string {
  const search = writeLibraryQuery(view);
  if (layout) search.set("view", layout);
  if (at) search.set("at", at);
  return search.size > 0 ? `/library?${search}` : "/library";
}

export function writeLibraryQuery(view: LibraryView): URLSearchParams {
  const set = Object.entries(toItemList(view)).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(set);
}

/** The list that a view shows, with what is set alone and in one order, so that one list has one key. */
export function toItemList(view: LibraryView): ItemList {
  const known = Object.keys(listReaders) as (keyof ItemList)[];
  const set = known.flatMap((name) => {
    const value = name === "q" ? view.q.trim() : view[name];
    return value === undefined || value === "" || value === "newest" ? [] : [[name, value]];
  });
  return Object.fromEntries(set);
}

/** The generations of the list that a view shows, as far as they have these filters. */
export function toGenerationFilter({ q, generator, favourite, trash }: LibraryView): GenerationFilter {
  return {
    ...(generator ? { generator } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
    ...(favourite ? { favourite: true } : {}),
    ...(trash ? { trash: true } : {}),
  };
}
