import type { ItemList } from "@/components/queries/item-lists";
import { isSelected, listRange, type SelectedItem, type Selection } from "./selection";

/** @param total how many items the list has */
export function countSelected({ kind, items }: Selection, total: number): number {
  return kind === "some" ? items.size : Math.max(0, total - items.size);
}

/** The size of the selected files; null where not all of them are known. */
export function sumBytes({ kind, items }: Selection): number | null {
  return kind === "some" ? [...items.values()].reduce((sum, { bytes }) => sum + bytes, 0) : null;
}

/** What a range to an item would select that is not selected yet. Nothing without an item to begin from. */
export function listAdded<Item extends SelectedItem>(
  selection: Selection,
  loaded: readonly Item[],
  toId: string,
): readonly Item[] {
  if (selection.anchorId === null) return [];
  return listRange(selection, loaded, toId).filter(({ id }) => !isSelected(selection, id));
}

/** The filters of a list by the names of the API. */
export type ListFilters = Readonly<Record<string, string>>;

/** What the API is sent: which items to change. */
export type ChosenItems = { ids: string[] } | { filter: ListFilters; exceptIds?: string[] };

export function toChosenItems({ kind, items }: Selection, filter: ListFilters): ChosenItems {
  const ids = [...items.keys()];
  if (kind === "some") return { ids };
  return { filter, ...(ids.length > 0 ? { exceptIds: ids } : {}) };
}

/** The selected items in the order of the list; those that are not loaded any more come last, as they were chosen. */
export function sortAsLoaded({ items }: Selection, loaded: readonly { id: string }[]): string[] {
  const places = new Map(loaded.map(({ id }, index) => [id, index]));
  const placeOf = (id: string) => places.get(id) ?? loaded.length;
  return [...items.keys()].toSorted((left, right) => placeOf(left) - placeOf(right));
}

/** The filters of a list that is sorted in some way: sorted by length, it has only items with a length. */
export function toFilters({ sort, ...filters }: ItemList): ListFilters {
  const set = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const isByLength = sort === "longest" || sort === "shortest";
  return Object.fromEntries([...(isByLength ? [["minSeconds", "0"]] : []), ...set]);
}
