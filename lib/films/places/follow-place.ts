import { isTerminal } from "@/lib/generations/record/states";
import type { Place } from "../film-document";
import type { FilmGeneration } from "./film-generation-dto";

type Sent = Pick<FilmGeneration, "placeId" | "after" | "id">;
type Start = Partial<Pick<Place, "generationId" | "after">>;

/**
 * The generation whose result a place waits for: the last one in a row that begins with the one that the document names, or with
 * the first that was sent for the place. What a document doesn't know yet, for example because a browser was closed before it was
 * saved, is found this way. Pure.
 */
export function findAwaited<G extends Sent>(
  placeId: string,
  { generationId = null, after = null }: Start,
  generations: readonly G[],
): G | null {
  const own = generations.filter((each) => each.placeId === placeId);
  const successor = (id: string | null) => own.find((each) => each.after === id);
  let awaited =
    (generationId && generations.find(({ id }) => id === generationId)) || successor(after) || null;
  const seen = new Set<string>();
  while (awaited && !seen.has(awaited.id)) {
    seen.add(awaited.id);
    const next = successor(awaited.id);
    if (!next) return awaited;
    awaited = next;
  }
  return awaited;
}

/**
 * What a new generation for a place follows; so two presses, or two tabs, name the same one, and it is sent once. Pure.
 */
export function findPredecessor(placeId: string, place: Start, generations: readonly Sent[]): string | null {
  return findAwaited(placeId, place, generations)?.id ?? place.after ?? null;
}

/** Every generation that was sent for a shot and has results, newest first: its takes. Pure. */
export function listTakes<G extends Sent & Pick<FilmGeneration, "items">>(
  placeId: string,
  generations: readonly G[],
): G[] {
  return generations.filter((each) => each.placeId === placeId && each.items.length > 0).toReversed();
}

/** Whether something is on its way. Pure. */
export const isUnderWay = ({ state }: Pick<FilmGeneration, "state">): boolean => !isTerminal(state);
