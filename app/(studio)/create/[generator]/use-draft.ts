"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { readDraft, writeDraft, type DraftKey } from "@/components/data/form-draft";

/** Written down this long after the last change, and at once when the page goes away. */
const writeDelayMs = 300;

const never = () => () => {};

/**
 * The draft of a form. The server knows nothing of it: the form is drawn without it first, and once more with it.
 *
 * @param passedOver the address says what the form begins with
 */
export function useDraft(key: DraftKey, passedOver: boolean) {
  const { userId, generator } = key;
  const [read] = useState(() => {
    let found: { draft: unknown } | undefined;
    // Read once: what is written later is the form's own doing.
    return () => (found ??= { draft: passedOver ? null : readDraft({ userId, generator }) }).draft;
  });
  const initial = useSyncExternalStore(never, read, () => null);
  const latest = useRef<unknown>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    function write() {
      clearTimeout(timer.current);
      if (latest.current !== null) writeDraft({ userId, generator }, latest.current);
    }
    addEventListener("pagehide", write);
    return () => {
      removeEventListener("pagehide", write);
      write();
    };
  }, [userId, generator]);

  return {
    initial,
    /** Changes once, when the draft has been found. */
    version: initial === null ? "new" : "draft",
    change(input: unknown) {
      latest.current = input;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => writeDraft({ userId, generator }, input), writeDelayMs);
    },
    latest: () => latest.current,
  };
}
