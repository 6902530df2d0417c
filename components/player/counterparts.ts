import { useSyncExternalStore } from "react";
import type { Track } from "./track";

/** What a page shows beside a track for comparison, by the id of the track. */
const counterparts = new Map<string, Track>();
const listeners = new Set<() => void>();

/**
 * Offers a track to compare with, for example the original of a cover.
 *
 * @returns withdraws the offer
 */
export function offerCounterpart(trackId: string, counterpart: Track): () => void {
  counterparts.set(trackId, counterpart);
  notify();
  return () => {
    // Another component may have offered a counterpart for the same track since.
    if (counterparts.get(trackId) !== counterpart) return;
    counterparts.delete(trackId);
    notify();
  };
}

/** Returns the counterpart of a track; null if there is none. */
export function findCounterpart(trackId: string | undefined): Track | null {
  return (trackId === undefined ? undefined : counterparts.get(trackId)) ?? null;
}

/** `findCounterpart` as a subscription. */
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
