"use client";

import { useEffect, useEffectEvent } from "react";
import { writeItemDrag, type DragFacts } from "@/components/queries/item-drag";

interface ItemDragOptions extends DragFacts {
  /** The result; undefined while it is not an item. */
  id: string | undefined;
  /** What is dragged, called after mounting. */
  findTarget: () => HTMLElement | null;
}

/** Lets a result of a take be dragged onto projects, generators and fields. */
export function useItemDrag({ id, findTarget, ...facts }: ItemDragOptions): void {
  const find = useEffectEvent(findTarget);
  const begin = useEffectEvent((event: DragEvent) => {
    if (id && event.dataTransfer) writeItemDrag(event.dataTransfer, { ids: [id], count: 1 }, facts);
  });
  const isItem = id !== undefined;
  useEffect(() => {
    const target = find();
    if (!target || !isItem) return;
    const controller = new AbortController();
    target.draggable = true;
    target.addEventListener("dragstart", (event) => begin(event), { signal: controller.signal });
    return () => {
      target.draggable = false;
      controller.abort();
    };
  }, [isItem]);
}
