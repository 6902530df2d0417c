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

/** What the event stream told last of all places in line; nothing where it told of none. */
export function setPlaces(places: Places): void {
  current = places;
  for (const listener of listeners) listener();
}

/**
 * The place of a queued generation in its line, from 1, as it changes; undefined where it stands in none. The line is
 * that of a key, so only the server knows it: with the generation it told where that stood when it was read.
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
