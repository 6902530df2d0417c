import type { ItemList } from "@/components/queries/item-lists";
import type { ItemDto } from "@/lib/items/item-dto";

/** What is known of a selected item: its page of the list may be dropped meanwhile. */
export type SelectedItem = Pick<ItemDto, "id" | "generationId" | "kind" | "bytes" | "favourite"> & {
  /** False for the item of another person, in a project. */
  own?: boolean;
};

/** Which items of a list are selected: some of them, or all but some. */
export interface Selection {
  kind: "some" | "all";
  /** The selected items, or those that are left out of all, in the order in which they were chosen. */
  items: ReadonlyMap<string, SelectedItem>;
  /** The item that was chosen last, from which a range begins. */
  anchorId: string | null;
}

export const emptySelection: Selection = { kind: "some", items: new Map(), anchorId: null };

/** All items of the list, also those that are not loaded. */
export const everything: Selection = { kind: "all", items: new Map(), anchorId: null };

export function isSelected({ kind, items }: Selection, id: string): boolean {
  return items.has(id) === (kind === "some");
}

/** @param total how many items the list has */
export function countSelected({ kind, items }: Selection, total: number): number {
  return kind === "some" ? items.size : Math.max(0, total - items.size);
}

/** The size of the selected files; null where not all of them are known. */
export function sumBytes({ kind, items }: Selection): number | null {
  return kind === "some" ? [...items.values()].reduce((sum, { bytes }) => sum + bytes, 0) : null;
}

export function toggle(selection: Selection, item: SelectedItem): Selection {
  const change = isSelected(selection, item.id) ? deselectItems : selectItems;
  return { ...change(selection, [item]), anchorId: item.id };
}

export function selectItems(selection: Selection, added: readonly SelectedItem[]): Selection {
  return setSelected(selection, added, true);
}

export function deselectItems(selection: Selection, removed: readonly SelectedItem[]): Selection {
  return setSelected(selection, removed, false);
}

function setSelected(selection: Selection, some: readonly SelectedItem[], selected: boolean): Selection {
  const items = new Map(selection.items);
  for (const item of some) {
    if (selected === (selection.kind === "some")) items.set(item.id, item);
    else items.delete(item.id);
  }
  return { ...selection, items };
}

/** The items from the anchor to another one, both included, in either direction; that one alone without an anchor. */
export function listRange<Item extends { id: string }>(
  { anchorId }: Selection,
  loaded: readonly Item[],
  toId: string,
): readonly Item[] {
  const to = loaded.findIndex(({ id }) => id === toId);
  const from = loaded.findIndex(({ id }) => id === anchorId);
  if (to === -1) return [];
  if (from === -1) return loaded.slice(to, to + 1);
  return loaded.slice(Math.min(from, to), Math.max(from, to) + 1);
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

/** Selects from the anchor to an item, which is the next anchor. */
export function selectRange(selection: Selection, loaded: readonly SelectedItem[], toId: string): Selection {
  return { ...selectItems(selection, listRange(selection, loaded, toId)), anchorId: toId };
}

/** Selects some items, or deselects them if all of them are selected. */
export function toggleAll(selection: Selection, some: readonly SelectedItem[]): Selection {
  const areSelected = some.every(({ id }) => isSelected(selection, id));
  return (areSelected ? deselectItems : selectItems)(selection, some);
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
