"use client";

import { startTransition, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { whenIdle } from "@/components/ui/when-idle";

/** The form hears of what was typed this long after the last key. */
const settleMs = 250;

/** Carries out an update of what is drawn, now or when there is time. */
export type DrawText = (update: () => void) => void;

interface TypedText {
  /** What stands in the editor, as far as it was drawn. */
  text: string;
  /** Grows when a text came from outside: the editor has to take it over. */
  version: number;
  /** Somebody typed. What is told to the form does not wait for `draw`. */
  type: (text: string, draw: DrawText) => void;
  /** Tells the form now what it has not heard yet. */
  settle: () => void;
}

/**
 * Keeps typing between the editor and itself: a form that draws itself anew for each letter of a long text would make
 * every key wait. The form hears of the text when the person pauses, leaves the field or the page, and before it is sent.
 *
 * @param rootRef an element inside the form
 */
export function useTypedText(
  value: string,
  onValueChange: (value: string) => void,
  rootRef: RefObject<HTMLElement | null>,
): TypedText {
  const [typed, setTyped] = useState({ text: value, version: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was typed and not told yet. */
  const untold = useRef<string | null>(null);
  /** What was typed and not drawn yet. */
  const undrawn = useRef<string | null>(null);
  /** What was told and has not come back as the form's value yet. */
  const told = useRef<string[]>([]);

  /** Told long after the render that began it: the form of now counts. */
  const form = useRef({ value, onValueChange });
  useEffect(() => {
    form.current = { value, onValueChange };
  });

  const [tell] = useState(() => () => {
    clearTimeout(timer.current);
    const text = untold.current;
    if (text === null) return;
    untold.current = null;
    if (text === form.current.value && told.current.length === 0) return;
    told.current.push(text);
    form.current.onValueChange(text);
  });

  const takeOver = useEffectEvent((next: string) => {
    const at = told.current.indexOf(next);
    if (at >= 0) {
      told.current.splice(0, at + 1);
      return;
    }
    // Somebody else wrote: an example, a reset, a draft. What was not told yet is overwritten, as the form is.
    clearTimeout(timer.current);
    untold.current = null;
    told.current = [];
    const differs = undrawn.current !== null && undrawn.current !== next;
    undrawn.current = null;
    setTyped((before) =>
      before.text === next && !differs ? before : { text: next, version: before.version + 1 },
    );
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else takeOver(value);
  }, [value]);

  useEffect(() => {
    const controller = new AbortController();
    // First of all listeners, so that what is read afterwards is what stands in the editor.
    const options = { capture: true, signal: controller.signal };
    rootRef.current?.closest("form")?.addEventListener("submit", tell, options);
    const leave = () => flushSync(tell);
    addEventListener("pagehide", leave, options);
    document.addEventListener("visibilitychange", () => document.hidden && leave(), options);
    return () => {
      controller.abort();
      tell();
    };
  }, [rootRef, tell]);

  return {
    ...typed,
    type(text, draw) {
      untold.current = text;
      undrawn.current = text;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => startTransition(tell), settleMs);
      draw(() => {
        // The last one only, and none that was overwritten meanwhile.
        const latest = undrawn.current;
        undrawn.current = null;
        if (latest !== null) setTyped((before) => ({ ...before, text: latest }));
      });
    },
    settle: tell,
  };
}

/** While somebody types, what stands around the text follows this often. */
const followMs = 100;

/** It follows this much later at the latest, however busy the browser is. */
const idleTimeoutMs = 300;

/** Updates of what stands around a text. */
interface TypingQueue {
  /** After keys: several of them together, when the browser has shown their letters and is idle. */
  later(update: () => void): void;
  /** What waits, and then this one: now, where nothing urgent is to be drawn. */
  now(update: () => void): void;
  /** What waits: at once. */
  flush(): void;
  /** Forgets what waits. */
  clear(): void;
}

/** Keeps a key from waiting for what stands around the text: counts, marks of a field, an outline. */
export function createTypingQueue(): TypingQueue {
  let waiting: (() => void)[] = [];
  let takeBack: (() => void) | null = null;

  function clear(): void {
    takeBack?.();
    takeBack = null;
    waiting = [];
  }

  function flush(): void {
    const updates = waiting;
    clear();
    for (const update of updates) update();
  }

  return {
    clear,
    flush,
    now(update) {
      startTransition(() => {
        flush();
        update();
      });
    },
    later(update) {
      waiting.push(update);
      if (takeBack) return;
      const timer = setTimeout(() => {
        takeBack = whenIdle(() => startTransition(flush), idleTimeoutMs);
      }, followMs);
      takeBack = () => clearTimeout(timer);
    },
  };
}
