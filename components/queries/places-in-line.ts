"use client";

import { useSyncExternalStore } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** Queue positions and planned starts, by the id of the generation. */
export interface Places {
  places: Readonly<Record<string, number>>;
  starts: Readonly<Record<string, string>>;
}

export const noPlaces: Places = { places: {}, starts: {} };

let current = noPlaces;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The latest queue positions from the event stream, if any. */
export function setPlaces(places: Places): void {
  current = places;
  for (const listener of listeners) listener();
}

/**
 * The current position of a queued generation, from 1, and why and until when it waits; nothing if it is not queued. Only
 * the server knows the queue, which everyone with the same key shares; until an event arrives, they are those of the
 * loaded generation.
 */
export function useQueued({ id, state, waiting }: Pick<GenerationDto, "id" | "state" | "waiting">): {
  place?: number | undefined;
  waiting?: GenerationDto["waiting"];
} {
  const place = useSyncExternalStore(
    subscribe,
    () => current.places[id],
    () => undefined,
  );
  const untilAt = useSyncExternalStore(
    subscribe,
    () => current.starts[id],
    () => undefined,
  );
  if (state !== "queued") return {};
  const isPlanned = !waiting || waiting.reason === "rate-limit" || waiting.reason === "queue";
  return {
    place: place ?? waiting?.place,
    waiting: isPlanned && untilAt !== undefined ? { reason: "rate-limit", untilAt } : waiting,
  };
}
