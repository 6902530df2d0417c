"use client";

import { useSyncExternalStore } from "react";
import type { LiveState } from "./live-connection";

let current: LiveState = "connecting";
const listeners = new Set<() => void>();

export function setLiveState(state: LiveState): void {
  if (state === current) return;
  current = state;
  for (const listener of listeners) listener();
}

export function readLiveState(): LiveState {
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the tab's event stream stands. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, readLiveState, () => "connecting");
}
