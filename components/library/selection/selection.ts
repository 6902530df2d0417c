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

/** Selects from the anchor to an item, which is the next anchor. */
export function selectRange(selection: Selection, loaded: readonly SelectedItem[], toId: string): Selection {
  return { ...selectItems(selection, listRange(selection, loaded, toId)), anchorId: toId };
}

/** Selects some items, or deselects them if all of them are selected. */
export function toggleAll(selection: Selection, some: readonly SelectedItem[]): Selection {
  const areSelected = some.every(({ id }) => isSelected(selection, id));
  return (areSelected ? deselectItems : selectItems)(selection, some);
}
