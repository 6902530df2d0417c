declare global {
  interface Navigator {
    /** Only in Chromium. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** The mouse or the focus must rest this long, so that passing over does nothing. */
const restMs = 180;
const spared = "(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)";
const canHover = "(hover: hover) and (pointer: fine)";

/**
 * Calls back with true once a mouse or the focus of the keyboard rests on an element, and with false when both have
 * left. Does nothing with reduced motion, or in a browser that saves data.
 *
 * @returns stops watching
 */
export function watchAttention(element: EventTarget, onChange: (isWanted: boolean) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wanted = { byMouse: false, byFocus: false };

  function set(changes: Partial<typeof wanted>): void {
    const before = wanted.byMouse || wanted.byFocus;
    Object.assign(wanted, changes);
    const now = wanted.byMouse || wanted.byFocus;
    if (now === before) return;
    clearTimeout(timer);
    if (now) timer = setTimeout(() => onChange(true), restMs);
    else onChange(false);
  }

  element.addEventListener(
    "pointerenter",
    (event) => {
      const isMouse = (event as PointerEvent).pointerType === "mouse" && matchMedia(canHover).matches;
      if (isMouse && !isSpared()) set({ byMouse: true });
    },
    { signal },
  );
  element.addEventListener("pointerleave", () => set({ byMouse: false }), { signal });
  element.addEventListener(
    "focusin",
    ({ target }) => {
      const isByKeyboard = target instanceof Element && target.matches(":focus-visible");
      if (isByKeyboard && !isSpared()) set({ byFocus: true });
    },
    { signal },
  );
  element.addEventListener("focusout", () => set({ byFocus: false }), { signal });
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

function isSpared(): boolean {
  return matchMedia(spared).matches || navigator.connection?.saveData === true;
}
