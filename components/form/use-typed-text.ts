"use client";

import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from "react";
import { whenIdle } from "@/components/ui/when-idle";

/** The form receives typed text this long after the last key. */
const pauseMs = 250;

/** Runs a render update, now or when there is time. */
export type DrawText = (update: () => void) => void;

interface TypedText {
  /** The rendered text of the editor. */
  text: string;
  /** Increases when the text was changed outside, for the editor to take over. */
  version: number;
  /** Records typed text. The form's timer does not wait for `draw`. */
  type: (text: string, draw: DrawText) => void;
  /** Passes pending text to the form now. */
  settle: () => void;
}

/**
 * Keeps typed text in the editor and passes it to the form when the person pauses, leaves the field or the page, and
 * before submission: a form that re-renders on each letter of a long text would delay every key.
 *
 * @param rootRef an element inside the form
 * @param tell receives each text as it is typed, and null when another one replaces it or the field is gone
 */
export function useTypedText(
  value: string,
  onValueChange: (value: string) => void,
  rootRef: RefObject<HTMLElement | null>,
  tell: (text: string | null) => void,
): TypedText {
  const [typed, setTyped] = useState({ text: value, version: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Typed text that the form has not received yet. */
  const unsent = useRef<string | null>(null);
  /** Typed text that is not rendered yet. */
  const unrendered = useRef<string | null>(null);
  /** Texts passed to the form that have not come back as its value yet. */
  const sent = useRef<string[]>([]);

  /** Used long after the render: always the latest props. */
  const form = useRef({ value, onValueChange, tell });
  useEffect(() => {
    form.current = { value, onValueChange, tell };
  });

  const [flush] = useState(() => () => {
    clearTimeout(timer.current);
    const text = unsent.current;
    if (text === null) return;
    unsent.current = null;
    if (text === form.current.value && sent.current.length === 0) return;
    sent.current.push(text);
    form.current.onValueChange(text);
  });

  const adopt = useEffectEvent((next: string) => {
    const at = sent.current.indexOf(next);
    if (at >= 0) {
      sent.current.splice(0, at + 1);
      return;
    }
    // Changed elsewhere: an example, a reset, a draft. It replaces pending text.
    clearTimeout(timer.current);
    unsent.current = null;
    sent.current = [];
    tell(null);
    const differs = unrendered.current !== null && unrendered.current !== next;
    unrendered.current = null;
    setTyped((before) =>
      before.text === next && !differs ? before : { text: next, version: before.version + 1 },
    );
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else adopt(value);
  }, [value]);

  // Layout effects end before other effects, so a form that is removed at the same time still receives the text.
  useLayoutEffect(() => {
    const controller = new AbortController();
    // Runs before all other listeners, so that they read the current text.
    const options = { capture: true, signal: controller.signal };
    rootRef.current?.closest("form")?.addEventListener("submit", flush, options);
    addEventListener("pagehide", flush, options);
    document.addEventListener("visibilitychange", () => document.hidden && flush(), options);
    return () => {
      controller.abort();
      flush();
      form.current.tell(null);
    };
  }, [rootRef, flush]);

  return {
    ...typed,
    type(text, draw) {
      unsent.current = text;
      unrendered.current = text;
      form.current.tell(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => startTransition(flush), pauseMs);
      draw(() => {
        // Only the latest text, unless it was replaced meanwhile.
        const latest = unrendered.current;
        unrendered.current = null;
        if (latest !== null) setTyped((before) => ({ ...before, text: latest }));
      });
    },
    settle: flush,
  };
}

/** How often the surroundings of a text are updated while typing. */
const updateIntervalMs = 100;

/** The longest further delay when the browser is busy. */
const idleTimeoutMs = 300;

/** Schedules updates of what surrounds a text. */
interface TypingQueue {
  /** After a key: batched, when the browser has shown the letters and is idle. */
  later(update: () => void): void;
  /** Runs pending updates and then this one, as a transition. */
  now(update: () => void): void;
  /** Runs pending updates immediately. */
  flush(): void;
  /** Drops pending updates. */
  clear(): void;
}

/** Creates a queue that keeps counts, marks and outlines from delaying a key. */
export function createTypingQueue(): TypingQueue {
  let waiting: (() => void)[] = [];
  let cancelScheduled: (() => void) | null = null;

  function clear(): void {
    cancelScheduled?.();
    cancelScheduled = null;
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
      if (cancelScheduled) return;
      const timer = setTimeout(() => {
        cancelScheduled = whenIdle(() => startTransition(flush), idleTimeoutMs);
      }, updateIntervalMs);
      cancelScheduled = () => clearTimeout(timer);
    },
  };
}
