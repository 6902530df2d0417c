import type { FilmDocument, Shot, Transition } from "../film-document";
import { type PlacedShot, placeShots } from "../lay-out-film";

/** A shot as editing programs place it: one after the other, with transitions over the cuts between them. In frames of the film. */
export interface Cut {
  shot: Shot;
  /** Where it begins on the timeline, and how long it is there. */
  start: number;
  frames: number;
  /** How much of the shot comes before, under the transition from the one before. */
  skipped: number;
  /** From the shot before, over the cut at `start`: so many frames before it and so many after it. Null for a plain cut. */
  transition: { kind: Exclude<Transition["kind"], "cut">; before: number; after: number } | null;
}

/**
 * The shots of a film as cuts. Shots that overlap during a cross-fade or wipe are cut in its middle; what is under the transition stays
 * beyond the cut, where programs look for it. Pure.
 */
export function planCuts(film: Pick<FilmDocument, "shots">): Cut[] {
  const placed = placeShots(film);
  const edges = placed.map(findEdge);
  return placed.map(({ shot, start, end }, index) => {
    const edge = edges[index]!;
    const from = start + edge.skipped;
    const next = placed[index + 1];
    const to = next ? next.start + edges[index + 1]!.skipped : end;
    return { shot, start: from, frames: to - from, ...edge };
  });
}

function findEdge({ shot, transitionFrames }: PlacedShot): Pick<Cut, "skipped" | "transition"> {
  const { kind } = shot.transition;
  if (kind === "cut" || transitionFrames === 0) return { skipped: 0, transition: null };
  const before = Math.floor(transitionFrames / 2);
  const transition = { kind, before, after: transitionFrames - before };
  // A dip takes place at the edges of both shots, which don't overlap.
  return { skipped: kind === "dip" ? 0 : before, transition };
}
