"use client";

import { useEffect, useRef } from "react";
import type { Tooltips } from "./tooltips";

/**
 * Shows `data-tooltip` beside its element on hover and keyboard focus; Escape and a press hide it. One layer serves the
 * whole page, so the elements need no code. The text repeats an accessible name, so the layer is hidden from screen
 * readers.
 */
export function TooltipLayer() {
  const layerRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const layer = layerRef.current;
    if (!layer) return;
    let tooltips: Tooltips | undefined;
    /** What the first tooltip waits for; null once the pointer or the focus has left. */
    let wanted: { element: Element; immediately: boolean } | null = null;

    function hide() {
      wanted = null;
      tooltips?.hide();
    }

    function approach(target: EventTarget | null, immediately: boolean) {
      const element = target instanceof Element ? target.closest("[data-tooltip]") : null;
      if (tooltips) return tooltips.approach(element, immediately);
      if (element === (wanted?.element ?? null)) return;
      wanted = element && { element, immediately };
      // Without the code there is no tooltip; the next element asks again.
      if (wanted)
        import("./tooltips").then(
          ({ createTooltips }) => start(createTooltips),
          () => (wanted = null),
        );
    }

    function start(create: (layer: HTMLElement) => Tooltips) {
      if (!layer || controller.signal.aborted) return;
      tooltips ??= create(layer);
      if (wanted) tooltips.approach(wanted.element, wanted.immediately);
      wanted = null;
    }

    const controller = new AbortController();
    const options = { signal: controller.signal, capture: true, passive: true };
    document.addEventListener(
      "pointerover",
      (event) => {
        if (event.pointerType === "mouse") approach(event.target, false);
      },
      options,
    );
    document.addEventListener(
      "focusin",
      (event) => {
        if (event.target instanceof Element && event.target.matches(":focus-visible")) {
          approach(event.target, true);
        }
      },
      options,
    );
    document.addEventListener("focusout", hide, options);
    document.addEventListener("pointerdown", hide, options);
    document.addEventListener("scroll", hide, options);
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") hide();
      },
      options,
    );
    return () => {
      controller.abort();
      hide();
    };
  }, []);

  return (
    <div
      ref={layerRef}
      popover="manual"
      aria-hidden
      className="pointer-events-none fixed inset-auto m-0 max-w-64 rounded-sm border border-line bg-raised px-2 py-1 text-2xs text-text shadow-float"
    />
  );
}
