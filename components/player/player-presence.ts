"use client";

import { useSyncExternalStore } from "react";

let isPresent = false;
const listeners = new Set<() => void>();

/** Says that the code of the player has run, which comes with the first part of a page that plays something. */
export function announcePlayer(): void {
  isPresent = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePlayerPresence(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPresent,
    () => false,
  );
}
