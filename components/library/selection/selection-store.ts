"use client";

import { createContext, use, useSyncExternalStore } from "react";
import type { ItemList } from "@/components/queries/item-lists";
import type { ItemDto } from "@/lib/items/item-dto";
import { emptySelection, isSelected, type Selection } from "./selection";

/** A list whose items can be selected. */
export interface SelectableList {
  /** The loaded items, in order. */
  items: readonly ItemDto[];
  list: ItemList;
  isTrash: boolean;
  /** The list is that of a project, which has items of others, too: only what is loaded can be selected. */
  isShared?: boolean;
}

/** Which items of the shown list are selected. Outside of React's state, so that only tiles that change render. */
export interface SelectionStore {
  read(): Selection;
  /** Whether a press on an item selects it. */
  isActive(): boolean;
  /** Changes the selection and begins selecting. */
  change(next: (before: Selection) => Selection): void;
  /** Begins selecting with nothing selected. */
  begin(): void;
  /** Selects nothing and ends selecting. */
  end(): void;
  subscribe(listener: () => void): () => void;
}

export function createSelectionStore(): SelectionStore {
  let selection = emptySelection;
  let active = false;
  const listeners = new Set<() => void>();
  function set(next: Selection, nextActive: boolean) {
    if (next === selection && nextActive === active) return;
    selection = next;
    active = nextActive;
    for (const listener of listeners) listener();
  }
  return {
    read: () => selection,
    isActive: () => active,
    change: (next) => set(next(selection), true),
    begin: () => set(selection, true),
    end: () => set(emptySelection, false),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Null in lists whose items can't be selected. */
export const SelectionContext = createContext<SelectionStore | null>(null);

const never = () => () => {};

/** Whether an item is selected; null where items can't be. */
export function useSelected(id: string): boolean | null {
  const store = use(SelectionContext);
  const read = () => (store ? isSelected(store.read(), id) && store.isActive() : null);
  return useSyncExternalStore(store?.subscribe ?? never, read, () => store && false);
}

/** Whether a press on an item selects it. */
export function useSelecting(store: SelectionStore): boolean {
  return useSyncExternalStore(store.subscribe, store.isActive, () => false);
}

export function useSelection(store: SelectionStore): Selection {
  return useSyncExternalStore(store.subscribe, store.read, () => emptySelection);
}
