"use client";

import { useEffect, useRef, type RefObject } from "react";

declare global {
  interface Window {
    /** Written by earlyPressScript; absent on a page without it. */
    reverieEarlyPresses?: {
      /** By what was pressed: the address of the page then. */
      pressed: Map<string, string>;
      /** Those whose script is there. */
      ready: WeakSet<Element>;
    };
  }
}

/**
 * The attributes of a button whose press counts although the page's script was not there yet: it is done then.
 *
 * @param wish what a press means, the same on server and browser: the button itself may be another one by then
 */
export function useEarlyPress(wish: string): {
  ref: RefObject<HTMLButtonElement | null>;
  "data-early-press": string;
  onClickCapture: () => void;
} {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const button = ref.current;
    const early = window.reverieEarlyPresses;
    if (!button || !early) return;
    early.ready.add(button);
    // After the handlers of a click in which React took the button over: that press was heard.
    queueMicrotask(() => {
      if (!button.isConnected) return;
      const pressedOn = early.pressed.get(wish);
      early.pressed.delete(wish);
      if (pressedOn === location.href) button.click();
    });
  }, [wish]);
  return {
    ref,
    "data-early-press": wish,
    onClickCapture: () => void window.reverieEarlyPresses?.pressed.delete(wish),
  };
}
