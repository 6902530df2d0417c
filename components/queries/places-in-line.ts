"use client";

import { useSyncExternalStore } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** By the id of the generation. */
export type Places = Readonly<Record<string, number>>;

let current: Places = {};
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
 * The current position of a queued generation, from 1; undefined if it is not queued. Only the server knows the queue, which
 * everyone with the same key shares; until an event arrives, the position is that of the loaded generation.
 */
export function usePlaceInLine({
  id,
  state,
  waiting,
}: Pick<GenerationDto, "id" | "state" | "waiting">): number | undefined {
  const told = useSyncExternalStore(
    subscribe,
    () => current[id],
    () => undefined,
  );
  return state === "queued" ? (told ?? waiting?.place) : undefined;
}
