"use client";

import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { doOverlap, spanRect, type Rect } from "./box-rect";

/** A shorter drag is a press. */
const slackPx = 6;

interface SelectionBoxProps {
  areaRef: RefObject<HTMLElement | null>;
  /** Called with the places of the tiles in the box whenever they change. */
  onBox: (tileIndexes: readonly number[], phase: { isFirst: boolean; adds: boolean }) => void;
}

/** Draws a box with the mouse from an empty place between the tiles. */
export function SelectionBox({ areaRef, onBox }: SelectionBoxProps) {
  const [box, setBox] = useState<Rect | null>(null);
  const tell = useEffectEvent(onBox);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let start: { x: number; y: number; adds: boolean } | null = null;
    let isDrawing = false;
    /** Where tiles are in the page, also those that were scrolled away. */
    const seen = new Map<number, Rect>();
    let told = "";

    const pagePoint = (event: PointerEvent) => ({
      x: event.clientX + scrollX,
      y: event.clientY + scrollY,
    });

    function begin(event: PointerEvent) {
      const { target } = event;
      const area = areaRef.current;
      if (event.pointerType !== "mouse" || event.button !== 0 || !(target instanceof Element)) return;
      if (
        !area?.contains(target) ||
        target.closest("a, button, input, dialog, [popover], [data-selection-bar]")
      )
        return;
      start = { ...pagePoint(event), adds: event.shiftKey || event.ctrlKey || event.metaKey };
      isDrawing = false;
    }

    function draw(event: PointerEvent) {
      if (!start) return;
      const point = pagePoint(event);
      if (!isDrawing && Math.hypot(point.x - start.x, point.y - start.y) < slackPx) return;
      const isFirst = !isDrawing;
      if (isFirst) {
        isDrawing = true;
        seen.clear();
        told = "";
        getSelection()?.removeAllRanges();
      }
      event.preventDefault();
      for (const tile of areaRef.current?.querySelectorAll("a[data-tile]") ?? []) {
        const { left, top, right, bottom } = tile.getBoundingClientRect();
        seen.set(Number(tile.getAttribute("data-tile")), {
          left: left + scrollX,
          top: top + scrollY,
          right: right + scrollX,
          bottom: bottom + scrollY,
        });
      }
      const rect = spanRect(start, point);
      setBox(rect);
      const inside = [...seen].flatMap(([index, place]) => (doOverlap(rect, place) ? [index] : []));
      if (isFirst || inside.join() !== told) tell(inside, { isFirst, adds: start.adds });
      told = inside.join();
    }

    function end() {
      start = null;
      isDrawing = false;
      setBox(null);
    }

    addEventListener("pointerdown", begin, { signal });
    addEventListener("pointermove", draw, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
    addEventListener("selectstart", (event) => isDrawing && event.preventDefault(), { signal });
    return () => controller.abort();
  }, [areaRef]);

  return box ? (
    <div
      aria-hidden
      className="pointer-events-none fixed z-20 rounded-xs border border-text/60 bg-text/10"
      style={{
        left: box.left - scrollX,
        top: box.top - scrollY,
        width: box.right - box.left,
        height: box.bottom - box.top,
      }}
    />
  ) : null;
}
