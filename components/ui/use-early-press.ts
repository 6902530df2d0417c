"use client";

import { useEffect, useRef, type RefObject } from "react";
import { earlyButtons } from "./early-press-script";

declare global {
  interface Window {
    /** Set by earlyPressScript; missing on a page without it. */
    reverieEarlyPresses?: {
      /** By action, or by the button itself if its action has no name: the address of the page at that time. */
      pressed: Map<string | Element, string>;
      /** Buttons that React handles now. */
      ready: WeakSet<Element>;
      /** What was typed by the name of its field, and on which page; null once React handles the form of a page. */
      typed: Map<string, { page: string; text: string }> | null;
      /** The name of the field that was last entered. */
      entered?: string;
    };
  }
}

/**
 * Props of a button that can be pressed before its script has loaded: the press is replayed then.
 *
 * @param action identifies the action on server and browser where the button itself may be another element by then
 */
export function useEarlyPress(action?: string): {
  ref: RefObject<HTMLButtonElement | null>;
  "data-early-press": string | undefined;
  onClickCapture: (event: { currentTarget: Element }) => void;
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
      const key = action ?? findReplaced(button, early.pressed) ?? button;
      const pressedOn = early.pressed.get(key);
      early.pressed.delete(key);
      if (pressedOn === location.href) button.click();
    });
  }, [action]);
  return {
    ref,
    "data-early-press": action,
    onClickCapture: ({ currentTarget }) =>
      void window.reverieEarlyPresses?.pressed.delete(action ?? currentTarget),
  };
}

/** A pressed button whose place this one took, as when React draws a part anew instead of hydrating it. */
function findReplaced(button: Element, pressed: Map<string | Element, string>): Element | undefined {
  const isAlike = (other: Element) => nameOf(other) === nameOf(button);
  for (const key of pressed.keys()) {
    if (typeof key === "string" || key.isConnected || !isAlike(key)) continue;
    // Of several with one name, nobody knows which one was meant.
    const alike = [...document.querySelectorAll(earlyButtons)].filter(isAlike);
    return alike.length === 1 ? key : undefined;
  }
}

const nameOf = (button: Element) => button.ariaLabel ?? button.textContent;

/**
 * Types again what was typed before React handled a form, and returns to the field. A form with a stored draft is another
 * element right after hydration, which is filled as well.
 */
export function useEarlyText(ref: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const early = window.reverieEarlyPresses;
    const form = ref.current;
    for (const [name, { page, text }] of early?.typed ?? []) {
      const field = page === location.pathname ? form?.elements.namedItem(name) : null;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
      // A draft with the same text: `defaultValue` is what React has rendered.
      if (field.value === text && field.defaultValue === text) continue;
      // React ignores an input event without a change, and knows the text that it found.
      for (const next of field.value === text ? ["", text] : [text]) typeInto(field, next);
    }
    // Its form was replaced while somebody typed.
    if (early?.typed && early.entered && document.activeElement === document.body) {
      const entered = form?.elements.namedItem(early.entered);
      if (entered instanceof HTMLElement) entered.focus({ preventScroll: true });
    }
    setTimeout(() => {
      // Otherwise the form with the draft has replaced this one, and still has to be filled.
      if (early && form?.isConnected) early.typed = null;
    });
  }, [ref]);
}

/** Does what a key does. React overrides `value` of the element itself to notice changes by scripts. */
function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
