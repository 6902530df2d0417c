"use client";

import { startTransition, useEffect, useState } from "react";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";

/** What is scrolled past, or replaced by the results of the next letter, is not worth fetching or drawing. */
const restMs = 200;
/** Calls in one frame: each adds a few elements to the page. */
const callsPerFrame = 8;

let movedAtMs = Number.NEGATIVE_INFINITY;
if (typeof window !== "undefined") {
  const options = { capture: true, passive: true };
  for (const type of ["scroll", "input"])
    window.addEventListener(type, ({ timeStamp }) => (movedAtMs = timeStamp), options);
}

/** How long until the page will have rested, if nobody scrolls or types; 0 or less once it has. */
const readWaitMs = () => movedAtMs + restMs - performance.now();

export const isResting = () => readWaitMs() <= 0;

const waiting = new Set<() => void>();
let isWatching = false;

function look(): void {
  if (!isResting()) {
    setTimeout(look, readWaitMs());
    return;
  }
  const next = [...waiting].slice(0, callsPerFrame);
  for (const call of next) {
    waiting.delete(call);
    call();
  }
  isWatching = waiting.size > 0;
  if (isWatching) requestAnimationFrame(look);
}

/** Calls back once the page rests, a few callers each frame. Returns a function that cancels it. */
export function whenRested(call: () => void): () => void {
  waiting.add(call);
  if (!isWatching) {
    isWatching = true;
    requestAnimationFrame(look);
  }
  return () => waiting.delete(call);
}

/** Whether the page has rested since this part is shown, so that more of it is worth rendering. True on the server. */
export function useRested(): boolean {
  const isHydrating = useIsHydrating();
  const [isRested, setRested] = useState(isHydrating);
  useEffect(() => {
    if (isRested) return;
    return whenRested(() => startTransition(() => setRested(true)));
  }, [isRested]);
  return isRested;
}
