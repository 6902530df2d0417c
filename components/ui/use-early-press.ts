"use client";

import { useEffect, useRef, type RefObject } from "react";

declare global {
  interface Window {
    /** Written by earlyPressScript; absent on a page without it. */
    reverieEarlyPresses?: { pressed: Set<Element>; ready: WeakSet<Element> };
  }
}

/** The attributes of a button whose press counts although the page's script was not there yet: it is done then. */
export function useEarlyPress(): { ref: RefObject<HTMLButtonElement | null>; "data-early-press": "" } {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const button = ref.current;
    const early = window.reverieEarlyPresses;
    if (!button || !early) return;
    early.ready.add(button);
    if (early.pressed.delete(button)) button.click();
  }, []);
  return { ref, "data-early-press": "" };
}
