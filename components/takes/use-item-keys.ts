"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { withPendingChanges } from "@/components/queries/output-items";
import { useItemChange } from "@/components/queries/use-item-change";
import type { OutputItemDto } from "@/lib/generations/read/generation-dto";
import { readItemKey } from "./item-keys";

interface ItemKeysOptions {
  generationId: string;
  item: OutputItemDto | undefined;
  /** What listens for the keys, called after mounting: a tile, a dialog or the whole page. */
  findTarget: () => EventTarget | null;
}

/** Elements that handle letters, digits and arrows while they have the focus. */
export const keyOwners = "input, textarea, select, [contenteditable], [role=menu], [popover]:not(dialog)";

/** Marks, rates and trashes an item by keys. */
export function useItemKeys({ generationId, item, findTarget }: ItemKeysOptions): void {
  const client = useQueryClient();
  const { mutate } = useItemChange();
  const find = useEffectEvent(findTarget);
  const press = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || !item) return;
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const { target, currentTarget } = event;
    if (target instanceof Element && target.closest(keyOwners)) return;
    if (currentTarget === window && isDialogOpen()) return;
    const known = withPendingChanges(client, item);
    const change = readItemKey(event, known);
    if (!change) return;
    event.preventDefault();
    mutate({ generationId, item: known, change });
  });
  useEffect(() => {
    const controller = new AbortController();
    find()?.addEventListener("keydown", (event) => press(event), { signal: controller.signal });
    return () => controller.abort();
  }, []);
}
