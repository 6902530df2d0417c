"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";

const holdMs = 450;
/** A finger that moves farther scrolls. */
const slackPx = 10;

/** Calls back when a finger rests on a tile. The press and the menu of the browser that would follow are left out. */
export function useLongPress(
  areaRef: RefObject<HTMLElement | null>,
  onLongPress: (tileIndex: number) => void,
): void {
  const press = useEffectEvent(onLongPress);
  useEffect(() => {
    const area = areaRef.current;
    if (!area) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let isHeld = false;
    const cancel = () => clearTimeout(timer);

    area.addEventListener(
      "pointerdown",
      (event) => {
        cancel();
        isHeld = false;
        const tile = event.target instanceof Element ? event.target.closest("a[data-tile]") : null;
        if (event.pointerType === "mouse" || !tile) return;
        start = { x: event.clientX, y: event.clientY };
        timer = setTimeout(() => {
          isHeld = true;
          press(Number(tile.getAttribute("data-tile")));
        }, holdMs);
      },
      { signal },
    );
    area.addEventListener(
      "pointermove",
      (event) => {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > slackPx) cancel();
      },
      { signal },
    );
    area.addEventListener("pointerup", cancel, { signal });
    area.addEventListener("pointercancel", cancel, { signal });
    const suppress = (event: Event) => {
      if (!isHeld) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type === "click") isHeld = false;
    };
    area.addEventListener("contextmenu", suppress, { signal });
    // On the window, before React sees it.
    addEventListener("click", suppress, { capture: true, signal });
    return () => {
      cancel();
      controller.abort();
    };
  }, [areaRef]);
}
