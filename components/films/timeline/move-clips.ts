import { shiftPlaced } from "@/lib/films/edit-selection";
import type { FilmDesk } from "../desk/film-desk";
import { beginDragEdits, dragInTimeline } from "./drag-in-timeline";
import { listMoments, snapTo } from "./snap-drag";
import type { TimelineView } from "./timeline-view";

/** Moves the selected sounds and captions with the pointer; the grabbed one snaps with either end. */
export function moveClips(desk: FilmDesk, view: TimelineView, id: string, down: PointerEvent): void {
  const edits = beginDragEdits(desk);
  const ids = desk.read().selection;
  const { sounds, captions } = edits.before;
  const grabbed = [...sounds, ...captions].find((each) => each.id === id);
  if (!grabbed) return;
  const { atMs, lengthMs } = grabbed;
  const moments = listMoments(desk, view, { moved: ids, of: "placed" });
  const grabbedMs = view.msAt(down.clientX);
  dragInTimeline(view, down, {
    move({ clientX }) {
      const by = Math.max(-atMs, view.msAt(clientX) - grabbedMs);
      const snap = snapTo(view, [atMs + by, atMs + lengthMs + by], moments);
      edits.show((film) => shiftPlaced(film, ids, by + snap));
    },
    end: edits.end,
  });
}
