"use client";

import { useSyncExternalStore } from "react";
import { readServerTime } from "./server-clock";

const tickMs = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let currentMs = 0;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    currentMs = readServerTime();
    timer = setInterval(() => {
      currentMs = readServerTime();
      for (const each of listeners) each();
    }, tickMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const readNow = () => (currentMs ||= readServerTime());
const never = () => () => {};
const unknown = () => null;

/**
 * The studio's time in epoch milliseconds, updated every second by one timer for the page. Null on the server, before
 * hydration and while it is not wanted.
 */
export function useNow(wanted = true): number | null {
  return useSyncExternalStore<number | null>(wanted ? subscribe : never, wanted ? readNow : unknown, unknown);
}
