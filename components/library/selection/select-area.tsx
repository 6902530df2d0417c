"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import type { ItemList } from "@/components/queries/item-lists";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { useIdle } from "@/components/ui/use-idle";
import type { ItemDto } from "@/lib/items/item-dto";
import { selectRange, toggle } from "./selection";
import {
  createSelectionStore,
  SelectionContext,
  useSelecting,
  type SelectableList,
  type SelectionStore,
} from "./selection-store";
import { useLongPress } from "./use-long-press";

const loadLayer = () => import("./selection-layer");

/** The selection of a list, which ends when the list becomes another one. */
export function useSelectionStore(list: ItemList): SelectionStore {
  const [store] = useState(createSelectionStore);
  const key = JSON.stringify(list);
  useEffect(() => () => store.end(), [store, key]);
  return store;
}

/**
 * Items that are selected by a press on their circle. Then a press on an item selects it, with Shift everything up to it.
 * Space selects the focused one, and Shift with an arrow goes on to the next. A finger that rests on an item selects it, and
 * then everything up to another one. The bar and the box load when the browser is idle.
 */
export function SelectArea({
  store,
  shown,
  children,
}: {
  store: SelectionStore;
  shown: SelectableList;
  children: ReactNode;
}) {
  const areaRef = useRef<HTMLDivElement>(null);
  const isIdle = useIdle();
  const isSelecting = useSelecting(store);
  const isExtending = useRef(false);

  function itemAt(target: EventTarget): ItemDto | undefined {
    const tile = target instanceof Element ? target.closest("li")?.querySelector("[data-tile]") : null;
    return tile ? shown.items[Number(tile.getAttribute("data-tile"))] : undefined;
  }

  function choose(item: ItemDto, toHere: boolean) {
    store.change((before) => (toHere ? selectRange(before, shown.items, item.id) : toggle(before, item)));
  }

  useLongPress(areaRef, (index) => {
    const item = shown.items[index];
    if (item) choose(item, store.read().anchorId !== null);
  });

  function onClickCapture(event: MouseEvent) {
    const target = event.target as Element;
    const isCircle = target.closest("[data-select]") !== null;
    if (!isCircle && !(store.isActive() && target.closest("a[data-tile]"))) return;
    const item = itemAt(target);
    if (!item) return;
    event.preventDefault();
    event.stopPropagation();
    choose(item, event.shiftKey);
  }

  function onKeyDown(event: KeyboardEvent) {
    isExtending.current = event.shiftKey && event.key.startsWith("Arrow");
    const item = (event.target as Element).matches("a[data-tile]") ? itemAt(event.target) : undefined;
    if (!item) return;
    if (isExtending.current && store.read().anchorId === null) choose(item, true);
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(item, event.shiftKey);
  }

  return (
    <SelectionContext value={store}>
      <div
        ref={areaRef}
        data-selecting={isSelecting || undefined}
        className="group/select"
        onClickCapture={onClickCapture}
        onKeyDown={onKeyDown}
        onKeyUp={() => (isExtending.current = false)}
        onFocus={(event) => {
          const item = isExtending.current ? itemAt(event.target) : undefined;
          if (item) choose(item, true);
        }}
      >
        {isIdle || isSelecting ? <FetchedPart load={loadLayer} props={{ store, shown, areaRef }} /> : null}
        {children}
      </div>
    </SelectionContext>
  );
}

/** Begins selecting, for those who find no circle: by touch it appears only then. */
export function SelectButton({ store }: { store: SelectionStore }) {
  const t = useTranslations("library.select");
  const isSelecting = useSelecting(store);
  return (
    <Button
      variant="ghost"
      className="max-md:px-2"
      aria-pressed={isSelecting}
      onClick={() => (isSelecting ? store.end() : store.begin())}
    >
      {t("begin")}
    </Button>
  );
}
