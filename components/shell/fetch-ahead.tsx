"use client";

import { useEffect } from "react";
import { whenIdle } from "@/components/form/when-idle";

const idleTimeoutMs = 5_000;
const signsOfUse = ["pointermove", "pointerdown", "keydown"] as const;

/**
 * Brings what is fetched on demand and is wanted offline too, once somebody uses the page and the browser rests: the
 * toasts that say why nothing opens, and windows that could not open then. Draws nothing.
 */
export function FetchAhead() {
  useEffect(() => {
    const controller = new AbortController();
    let takeBack: (() => void) | undefined;
    function onUse() {
      // A fetch that fails would be remembered.
      if (!navigator.onLine) return;
      controller.abort();
      takeBack = whenIdle(() => {
        const parts = [
          import("@/components/ui/toast-list"),
          import("./command-palette"),
          import("./shortcut-list"),
          import("@/components/takes/lightbox"),
        ];
        // Whoever opens one asks again, and is told of a fault.
        for (const part of parts) part.catch(() => {});
      }, idleTimeoutMs);
    }
    for (const sign of signsOfUse) addEventListener(sign, onUse, { signal: controller.signal });
    return () => {
      controller.abort();
      takeBack?.();
    };
  }, []);
  return null;
}
