"use client";

import { useEffect, useRef } from "react";

const showDelayMs = 450;
/** Moving to another element within this time shows its tooltip immediately. */
const warmDurationMs = 300;
const gapPx = 6;
const edgePx = 8;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: Element | null = null;
    let hiddenAt = -Infinity;

    function hide() {
      clearTimeout(timer);
      if (owner && layer?.matches(":popover-open")) {
        layer.hidePopover();
        hiddenAt = performance.now();
      }
      owner = null;
    }

    function show(element: Element) {
      const words = element.getAttribute("data-tooltip");
      // An open panel covers the tooltip and says more.
      const opened = element instanceof HTMLButtonElement && element.popoverTargetElement;
      if (!layer || !words || !element.isConnected) return;
      if (opened && opened.matches(":popover-open")) return;
      layer.textContent = words;
      layer.showPopover();
      const at = element.getBoundingClientRect();
      const own = layer.getBoundingClientRect();
      const below = at.bottom + gapPx + own.height + edgePx <= innerHeight;
      const left = at.left + at.width / 2 - own.width / 2;
      layer.style.left = `${Math.min(Math.max(edgePx, left), innerWidth - own.width - edgePx)}px`;
      layer.style.top = `${below ? at.bottom + gapPx : at.top - gapPx - own.height}px`;
    }

    function approach(target: EventTarget | null, immediately: boolean) {
      const element = target instanceof Element ? target.closest("[data-tooltip]") : null;
      if (element === owner) return;
      hide();
      if (!element) return;
      owner = element;
      const warm = performance.now() - hiddenAt < warmDurationMs;
      if (immediately || warm) show(element);
      else timer = setTimeout(() => show(element), showDelayMs);
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
