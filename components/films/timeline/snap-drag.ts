import { findSnap, listSnapMoments } from "@/lib/films/edit-sounds";
import { toMs } from "@/lib/films/lay-out-film";
import type { FilmDesk } from "../desk/film-desk";
import { pxToMs } from "./time-scale";
import type { TimelineView } from "./timeline-view";

const nearPx = 8;

/**
 * Where edges snap to while clips are moved or trimmed: the playhead, and of the film what doesn't move along, with the beats and
 * sentences that are heard. Cuts are no aim for trimming a shot, which moves those behind it.
 *
 * @param trimmed the sound that is trimmed: it is heard where it was, so its own beats and sentences are aims as well
 */
export function listMoments(
  desk: FilmDesk,
  view: TimelineView,
  { moved, of, trimmed }: { moved: ReadonlySet<string>; of: "shot" | "placed"; trimmed?: string },
): number[] {
  const { document, frame } = desk.read();
  const film = of === "shot" ? { ...document, shots: [] } : document;
  const playhead = toMs(frame, document.frameRate);
  void view.sounds.load();
  const heard = document.sounds.filter(({ id }) => !moved.has(id) || id === trimmed);
  const inSounds = view.sounds.list({ ...document, sounds: heard }, view.state.pxPerSecond);
  return [...new Set([...listSnapMoments(film, moved), ...inSounds, playhead])].toSorted((a, b) => a - b);
}

/** By how many milliseconds to move on so that an edge meets a moment near it; draws a line there. */
export function snapTo(view: TimelineView, edges: readonly number[], moments: readonly number[]): number {
  const { isSnapping, pxPerSecond } = view.state;
  const by = isSnapping ? findSnap(edges, moments, pxToMs(nearPx, pxPerSecond)) : 0;
  const met = isSnapping
    ? edges.find((edge) => moments.some((moment) => Math.abs(moment - edge - by) < 0.5))
    : undefined;
  view.guide.set(met === undefined ? null : met + by);
  return by;
}
