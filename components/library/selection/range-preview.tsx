"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, type RefObject } from "react";
import { listAdded } from "./chosen-items";
import { type SelectedItem } from "./selection";
import { useSelection, type SelectionStore } from "./selection-store";

interface RangePreviewProps {
  store: SelectionStore;
  /** The loaded items, in order. */
  items: readonly SelectedItem[];
  /** The element that contains the items. */
  areaRef: RefObject<HTMLElement | null>;
}

/** While Shift is held, outlines what a click on the item under the mouse would select, with its number at the pointer. */
export function RangePreview({ store, items, areaRef }: RangePreviewProps) {
  const t = useTranslations("selection");
  const selection = useSelection(store);
  const [at, setAt] = useState<{ index: number; x: number; y: number } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let pointer: { x: number; y: number } | null = null;

    function show(isShift: boolean) {
      const found = isShift && pointer ? document.elementFromPoint(pointer.x, pointer.y) : null;
      const pressed = found?.closest("a[data-tile], [data-select]");
      const tile = pressed?.closest("li")?.querySelector("a[data-tile]");
      const isInside = tile && areaRef.current?.contains(tile);
      setAt(isInside && pointer ? { ...pointer, index: Number(tile.getAttribute("data-tile")) } : null);
    }

    addEventListener(
      "pointermove",
      (event) => {
        pointer = event.pointerType === "mouse" ? { x: event.clientX, y: event.clientY } : null;
        show(event.shiftKey);
      },
      { signal },
    );
    addEventListener("keydown", (event) => event.key === "Shift" && show(true), { signal });
    addEventListener("keyup", (event) => event.key === "Shift" && show(false), { signal });
    addEventListener("blur", () => show(false), { signal });
    return () => controller.abort();
  }, [areaRef]);

  const to = at === null ? undefined : items[at.index];
  const added = to ? listAdded(selection, items, to.id) : [];
  if (at === null || added.length === 0) return null;
  const ids = new Set(added.map(({ id }) => id));
  const tiles = items.flatMap(({ id }, index) => (ids.has(id) ? [`[data-tile="${index}"]`] : []));
  return (
    <>
      <style>{`[data-selecting] a:is(${tiles.join()}) { outline: 1.5px dashed var(--text); outline-offset: 1.5px; }`}</style>
      <span
        aria-hidden
        className="pointer-events-none fixed z-30 rounded-md bg-text px-2 py-1 text-xs font-medium whitespace-nowrap text-ground"
        style={{ left: Math.min(at.x + 16, innerWidth - 120), top: at.y + 16 }}
      >
        {t("range", { count: added.length })}
      </span>
    </>
  );
}
