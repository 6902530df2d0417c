import { useSyncExternalStore } from "react";
import type { Track } from "./track";

/** By the id of a track: what a page shows beside it, to be heard in turn with it. */
const counterparts = new Map<string, Track>();
const listeners = new Set<() => void>();

/** Tells the player that a sound lies beside a track, for example the original of a cover. Gives what takes it back. */
export function offerCounterpart(trackId: string, counterpart: Track): () => void {
  counterparts.set(trackId, counterpart);
  notify();
  return () => {
    // Another place that shows the same track may have told it since.
    if (counterparts.get(trackId) !== counterpart) return;
    counterparts.delete(trackId);
    notify();
  };
}

/** What lies beside a track now; null for nothing. */
export function findCounterpart(trackId: string | undefined): Track | null {
  return (trackId === undefined ? undefined : counterparts.get(trackId)) ?? null;
}

/** `findCounterpart` that follows what pages tell. */
export function useCounterpart(trackId: string | undefined): Track | null {
  return useSyncExternalStore(
    subscribe,
    () => findCounterpart(trackId),
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
