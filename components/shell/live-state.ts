"use client";

import { useSyncExternalStore } from "react";
import type { LiveState } from "./live-updates";

let current: LiveState = "connecting";
const listeners = new Set<() => void>();

export function setLiveState(state: LiveState): void {
  if (state === current) return;
  current = state;
  for (const listener of listeners) listener();
}

function readLiveState(): LiveState {
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

/** A studio that has not answered by then is away, as far as a person who waits for a page is concerned. */
const patienceMs = 5_000;

/** Why no page can be had now: the browser is offline, or the studio does not answer. */
type AwayReason = "offline" | "away";

/** Whether the browser, or the tab's event stream, gives reason to doubt that a page can be had. */
export function isStudioInDoubt(): boolean {
  const state = readLiveState();
  return !navigator.onLine || state === "offline" || state === "reconnecting";
}

let routerIsLost = false;

/** The router's way out of the studio was called off: it waits for that for ever, so that only a page load leads on. */
export function markRouterLost(): void {
  routerIsLost = true;
}

export function isRouterLost(): boolean {
  return routerIsLost;
}

/** Finds out; null where the studio answers. */
export async function findAwayReason(): Promise<AwayReason | null> {
  if (!navigator.onLine) return "offline";
  try {
    await fetch("/api/health/live", { cache: "no-store", signal: AbortSignal.timeout(patienceMs) });
    return null;
  } catch {
    // Whatever the network says: nothing came.
    return "away";
  }
}
