"use client";

import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { doOverlap, edgeSpeed, spanRect, type Point, type Rect } from "./box-rect";

/** A shorter drag is a press. */
const slackPx = 6;

interface SelectionBoxProps {
  /** The first loaded item: the box ends when another one takes its place, since all tiles have other numbers then. */
  firstId: string | undefined;
  areaRef: RefObject<HTMLElement | null>;
  /** Called with the places of the tiles in the box whenever they change. */
  onBox: (tileIndexes: readonly number[], phase: { isFirst: boolean; adds: boolean }) => void;
}

/**
 * Draws a box with the mouse from an empty place between the tiles. Near the upper and lower edge of the window the page
 * scrolls.
 */
export function SelectionBox({ firstId, areaRef, onBox }: SelectionBoxProps) {
  const [box, setBox] = useState<Rect | null>(null);
  const tell = useEffectEvent(onBox);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let start: (Point & { adds: boolean }) | null = null;
    /** Where the pointer is in the window, once it has moved. */
    let pointer: Point | null = null;
    let isDrawing = false;
    let frame = 0;
    /** Where tiles are in the page, also those that were scrolled away. */
    const seen = new Map<number, Rect>();
    let told = "";

    const pagePoint = ({ x, y }: Point) => ({ x: x + scrollX, y: y + scrollY });

    function begin(event: PointerEvent) {
      const { target } = event;
      const area = areaRef.current;
      if (event.pointerType !== "mouse" || event.button !== 0 || !(target instanceof Element)) return;
      if (
        !area?.contains(target) ||
        target.closest("a, button, input, dialog, [popover], [data-selection-bar]")
      )
        return;
      const adds = event.shiftKey || event.ctrlKey || event.metaKey;
      start = { ...pagePoint({ x: event.clientX, y: event.clientY }), adds };
      isDrawing = false;
    }

    function move(event: PointerEvent) {
      if (!start) return;
      pointer = { x: event.clientX, y: event.clientY };
      const { x, y } = pagePoint(pointer);
      if (!isDrawing && Math.hypot(x - start.x, y - start.y) < slackPx) return;
      event.preventDefault();
      draw();
      if (frame === 0) frame = requestAnimationFrame((nowMs) => scrollOn(nowMs, nowMs));
    }

    /** Scrolls while the pointer is near an edge, also when it rests. */
    function scrollOn(beforeMs: number, nowMs: number) {
      const speed = pointer ? edgeSpeed(pointer.y, innerHeight) : 0;
      frame = speed === 0 ? 0 : requestAnimationFrame((nextMs) => scrollOn(nowMs, nextMs));
      if (speed !== 0) scrollBy({ top: (speed * (nowMs - beforeMs)) / 1_000, behavior: "instant" });
    }

    function draw() {
      if (!start || !pointer) return;
      const isFirst = !isDrawing;
      if (isFirst) {
        isDrawing = true;
        seen.clear();
        told = "";
        getSelection()?.removeAllRanges();
      }
      for (const tile of areaRef.current?.querySelectorAll("a[data-tile]") ?? []) {
        const { left, top, right, bottom } = tile.getBoundingClientRect();
        seen.set(Number(tile.getAttribute("data-tile")), {
          left: left + scrollX,
          top: top + scrollY,
          right: right + scrollX,
          bottom: bottom + scrollY,
        });
      }
      const rect = spanRect(start, pagePoint(pointer));
      setBox(rect);
      const inside = [...seen].flatMap(([index, place]) => (doOverlap(rect, place) ? [index] : []));
      if (isFirst || inside.join() !== told) tell(inside, { isFirst, adds: start.adds });
      told = inside.join();
    }

    function end() {
      cancelAnimationFrame(frame);
      frame = 0;
      start = null;
      pointer = null;
      isDrawing = false;
      setBox(null);
    }

    addEventListener("pointerdown", begin, { signal });
    addEventListener("pointermove", move, { signal });
    addEventListener("scroll", () => isDrawing && draw(), { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
    addEventListener("selectstart", (event) => isDrawing && event.preventDefault(), { signal });
    return () => {
      controller.abort();
      end();
    };
  }, [areaRef, firstId]);

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
