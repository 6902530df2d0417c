"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { applyChoices, findChoices } from "./draft-choices";
import { readDraft, writeDraft, type DraftKey } from "./form-draft";
import { whenIdle } from "@/components/ui/when-idle";

/** Written down when the browser is idle this long after the last change, and at once when the page goes away. */
const writeDelayMs = 300;

/** However busy the browser is, it is not later than this. */
const idleTimeoutMs = 1_000;

const never = () => () => {};

type Input = Record<string, unknown>;

/**
 * The draft of a form. The server knows nothing of it: the form is drawn without it first, and once more with it.
 *
 * @param passedOver the address says what the form begins with
 * @param newInput a new form; only what differs from it is kept
 */
export function useDraft(key: DraftKey, passedOver: boolean, newInput: Input) {
  const { userId, generator } = key;
  // Those that this form was filled with: another language has others.
  const [defaults] = useState(newInput);
  const [readWhole] = useState(() => () => {
    const choices = readDraft({ userId, generator });
    return choices === null ? null : applyChoices(choices, defaults);
  });
  const [read] = useState(() => {
    let found: { draft: Input | null } | undefined;
    // Read once: what is written later is the form's own doing.
    return () => (found ??= { draft: passedOver ? null : readWhole() }).draft;
  });
  const initial = useSyncExternalStore(never, read, () => null);
  const [passed] = useState(() => {
    let found: Input | null = null;
    return {
      get: () => found,
      // Read now, not earlier: the page before has written down what it held when it went.
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

  return {
    initial,
    /** The draft that was passed over; null where there is none. */
    earlier,
    /** Changes once, when the draft has been found. */
    version: initial === null ? "new" : "draft",
    change(input: Input) {
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
    latest: () => latest.current ?? initial,
  };
}
