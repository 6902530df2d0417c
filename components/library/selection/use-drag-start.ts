"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import { writeItemDrag, type DraggedItems } from "@/components/queries/item-drag";
import type { ItemDto } from "@/lib/items/item-dto";
import type { SelectedItem } from "./selection";

/**
 * Lets the tiles of a list be dragged onto projects, generators and fields. Several items are shown as a stack with their
 * number. Items of others stay where they are.
 */
export function useDragStart(
  areaRef: RefObject<HTMLElement | null>,
  listDragged: (item: ItemDto) => DraggedItems,
  items: readonly ItemDto[],
): void {
  const begin = useEffectEvent((event: DragEvent) => {
    const { target, dataTransfer } = event;
    const tile = target instanceof Element ? target.closest("li")?.querySelector("[data-tile]") : null;
    const item: (ItemDto & SelectedItem) | undefined = tile
      ? items[Number(tile.getAttribute("data-tile"))]
      : undefined;
    if (!tile || !item || !dataTransfer || item.own === false || item.deletedAt !== null) return;
    const dragged = listDragged(item);
    const isOne = dragged.count === 1;
    writeItemDrag(dataTransfer, dragged, isOne ? item : undefined);
    if (!isOne) showStack(dataTransfer, tile, dragged.count);
  });
  useEffect(() => {
    const controller = new AbortController();
    areaRef.current?.addEventListener("dragstart", (event) => begin(event), { signal: controller.signal });
    return () => controller.abort();
  }, [areaRef]);
}

/** Shows the picture of a tile with a number as what is dragged. */
function showStack(transfer: DataTransfer, tile: Element, count: number): void {
  const stack = document.createElement("div");
  stack.className = "fixed -top-96 left-0 h-22 w-30 pt-2.5 pr-3";
  const card = document.createElement("div");
  card.className =
    "size-full overflow-hidden rounded-md border border-line-strong bg-raised p-2 text-2xs text-text shadow-float [&>img]:absolute [&>img]:inset-0 relative";
  const picture = tile.querySelector("img");
  if (picture)
    card.append(
      Object.assign(picture.cloneNode() as HTMLImageElement, { className: "size-full object-cover" }),
    );
  else card.textContent = tile.getAttribute("aria-label");
  const badge = document.createElement("div");
  badge.className =
    "absolute top-0 right-0 grid h-6 min-w-6 place-items-center rounded-full bg-text px-1.5 text-xs font-semibold text-ground tabular-nums";
  badge.textContent = new Intl.NumberFormat(document.documentElement.lang).format(count);
  stack.append(card, badge);
  document.body.append(stack);
  transfer.setDragImage(stack, 60, 44);
  // The browser has drawn it by then.
  requestAnimationFrame(() => stack.remove());
}
