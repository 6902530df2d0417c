"use client";

import { useEffect, useRef, type RefObject } from "react";

declare global {
  interface Window {
    /** Set by earlyPressScript; missing on a page without it. */
    reverieEarlyPresses?: {
      /** By what was pressed: the address of the page at that time. */
      pressed: Map<string, string>;
      /** Buttons that React handles now. */
      ready: WeakSet<Element>;
    };
  }
}

/**
 * Props of a button that can be pressed before its script has loaded: the press is replayed then.
 *
 * @param action identifies the action on server and browser; the button itself may be another element by then
 */
export function useEarlyPress(action: string): {
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
    // Runs after the handlers of a click that hydrated the button: that press was handled.
    queueMicrotask(() => {
      if (!button.isConnected) return;
      const pressedOn = early.pressed.get(action);
      early.pressed.delete(action);
      if (pressedOn === location.href) button.click();
    });
  }, [action]);
  return {
    ref,
    "data-early-press": action,
    onClickCapture: () => void window.reverieEarlyPresses?.pressed.delete(action),
  };
}
