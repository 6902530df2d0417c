"use client";

import { useSyncExternalStore } from "react";

/** The state of the tab's event stream. `paused`: closed while the tab is hidden, or since too many are open. */
export type LiveState = "connecting" | "live" | "reconnecting" | "offline" | "paused";

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

/** The state of the tab's event stream. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, readLiveState, () => "connecting");
}

/** A studio that has not responded within this time counts as unreachable. */
const healthTimeoutMs = 5_000;

/** Why no page can be opened: the browser is offline, or the studio does not respond. */
type UnreachableReason = "offline" | "away";

/** Whether browser or event stream suggest that the studio is unreachable. */
export function mayBeUnreachable(): boolean {
  const state = readLiveState();
  return !navigator.onLine || state === "offline" || state === "reconnecting";
}

let routerIsStuck = false;

/**
 * Records that the router's page load was prevented. The router waits for it for ever, so that only another page load
 * works.
 */
export function markRouterStuck(): void {
  routerIsStuck = true;
}

export function isRouterStuck(): boolean {
  return routerIsStuck;
}

/** Asks the studio; null if it responds. */
export async function findUnreachableReason(): Promise<UnreachableReason | null> {
  if (!navigator.onLine) return "offline";
  try {
    await fetch("/api/health/live", { cache: "no-store", signal: AbortSignal.timeout(healthTimeoutMs) });
    return null;
  } catch {
    // Any network error: no response.
    return "away";
  }
}
