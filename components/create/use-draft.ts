"use client";

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { applyChoices, findChoices } from "./draft-choices";
import { readDraft, writeDraft, type DraftKey } from "./form-draft";
import { whenIdle } from "@/components/ui/when-idle";

/** A draft is stored when the browser is idle this long after the last change, and immediately when the page closes. */
const writeDelayMs = 300;

/** The latest time to store it, however busy the browser is. */
const idleTimeoutMs = 1_000;

const never = () => () => {};

type Input = Record<string, unknown>;

/**
 * The draft of a form. The server does not know it, so the form renders first without it and then again with it.
 *
 * @param passedOver true if the URL decides what the form begins with
 * @param newInput a new form; only differences from it are stored
 */
export function useDraft(key: DraftKey, passedOver: boolean, newInput: Input) {
  const { userId, generator } = key;
  // Fixed for this form, since another language has other defaults.
  const [defaults] = useState(newInput);
  const [readWhole] = useState(() => () => {
    const choices = readDraft({ userId, generator });
    return choices === null ? null : applyChoices(choices, defaults);
  });
  const [read] = useState(() => {
    let found: { draft: Input | null } | undefined;
    // Read once: later writes come from this form.
    return () => (found ??= { draft: passedOver ? null : readWhole() }).draft;
  });
  const initial = useSyncExternalStore(never, read, () => null);
  const [passed] = useState(() => {
    let found: Input | null = null;
    return {
      get: () => found,
      // Read now, since the previous page stores its draft when it closes.
      subscribe(notify: () => void) {
        if (passedOver) found ??= readWhole();
        notify();
        return () => {};
      },
    };
  });
  const earlier = useSyncExternalStore(passed.subscribe, passed.get, () => null);
  const latest = useRef<Input>(null);
  const takeBack = useRef<() => void>(undefined);

  useEffect(() => {
    function write() {
      takeBack.current?.();
      if (latest.current !== null) writeDraft({ userId, generator }, findChoices(latest.current, defaults));
    }
    addEventListener("pagehide", write);
    return () => {
      removeEventListener("pagehide", write);
      write();
    };
  }, [userId, generator, defaults]);

  const change = useCallback(
    (input: Input) => {
      // Reported by a form that gives way to one with the stored draft.
      if (initial === null && read() !== null) return;
      latest.current = input;
      takeBack.current?.();
      const timer = setTimeout(() => {
        takeBack.current = whenIdle(
          () => writeDraft({ userId, generator }, findChoices(input, defaults)),
          idleTimeoutMs,
        );
      }, writeDelayMs);
      takeBack.current = () => clearTimeout(timer);
    },
    [userId, generator, defaults, initial, read],
  );

  return {
    initial,
    /** The draft that the address took precedence over; null if there is none. */
    earlier,
    /** Changes once, when the draft is found. */
    version: initial === null ? "new" : "draft",
    change,
    latest: () => latest.current ?? initial,
  };
}
