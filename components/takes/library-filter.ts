import type { GenerationFilter } from "@/components/queries/generation-lists";
import type { ItemList } from "@/components/queries/item-lists";
import type { ItemLayout } from "@/lib/appearance/item-layout";
import { itemKinds, itemShapes, itemSorts } from "@/lib/items/item-names";

/** What the library's address says: the words of the search, the filters and the order, by the names of the API. */
export type LibraryView = { [Name in keyof ItemList]?: ItemList[Name] | undefined } & { q: string };

/** Everything, newest first. */
export const wholeLibrary: LibraryView = { q: "" };

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);
const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);
const numberUpTo = (most: number) => (text: string) =>
  /^\d{1,14}$/.test(text) && Number(text) > 0 && Number(text) <= most ? Number(text) : undefined;
const time = (text: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
const yes = oneOf(["true"]);

/** How each filter is read. They are written in this order. */
const filters: { readonly [Name in keyof ItemList]-?: (text: string) => ItemList[Name] | undefined } = {
  q: (text) => text.replaceAll("\0", "").slice(0, 200).toWellFormed(),
  generator: matching(/^[a-z0-9-]{1,64}$/),
  kind: oneOf(itemKinds),
  model: matching(/^[\w.-]{1,100}$/),
  voice: matching(/^[^,\0]{1,256}$/u),
  project: matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  tag: matching(/^[^,\0]{1,40}$/u),
  rating: numberUpTo(5),
  favourite: yes,
  shape: oneOf(itemShapes),
  minSeconds: numberUpTo(1e6),
  maxSeconds: numberUpTo(1e6),
  minBytes: numberUpTo(1e13),
  maxBytes: numberUpTo(1e13),
  sandbox: oneOf(["true", "false"]),
  from: time,
  until: time,
  trash: yes,
  sort: oneOf(itemSorts),
};

/** Reads the query of the address; ignores invalid values. */
export function readLibraryView(search: { get(name: string): string | null }): LibraryView {
  const read = Object.entries(filters).flatMap(([name, parse]) => {
    const value = parse(search.get(name) ?? "");
    return value === undefined ? [] : [[name, value]];
  });
  return { q: "", ...Object.fromEntries(read) };
}

/** The time at which the shown part of the library begins, from its address; empty for its beginning. */
export function readLibraryStart(search: { get(name: string): string | null }): string {
  return time(search.get("at") ?? "") ?? "";
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
  const known = Object.keys(filters) as (keyof ItemList)[];
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
