import type { FilmDocument } from "@/lib/films/film-document";
import { createKey } from "@/components/queries/press-keys";
import type { FilmDesk } from "../desk/film-desk";
import { followPointer, type Drag } from "./follow-pointer";
import type { TimelineView } from "./timeline-view";

type Down = Pick<PointerEvent, "clientX" | "clientY" | "pointerId" | "pointerType">;

/** Follows the pointer over the timeline, which scrolls on at its edges and keeps its scale. */
export function dragInTimeline(view: TimelineView, down: Down, { start, move, end }: Drag): void {
  let release = () => {};
  let frame = 0;
  const scrollOn = (at: { clientX: number; clientY: number }) => {
    frame = requestAnimationFrame(() => {
      if (!view.scrollAtEdge(at.clientX)) return;
      move(at);
      scrollOn(at);
    });
  };
  followPointer(down, {
    start: () => {
      release = view.hold();
      start?.();
    },
    move: (at) => {
      cancelAnimationFrame(frame);
      move(at);
      scrollOn(at);
    },
    end: (isCancelled) => {
      cancelAnimationFrame(frame);
      end(isCancelled);
      release();
    },
  });
}

/** Edits of one drag: each is computed from the film at its beginning, and all are undone together. */
export interface DragEdits {
  /** The film at the beginning. */
  before: FilmDocument;
  /** Shows the film after an edit of the one at the beginning. */
  show: (change: (before: FilmDocument) => FilmDocument) => void;
  end: (isCancelled: boolean) => void;
}

/**
 * Begins the edits of a drag. When somebody else's version or an undo replaces the film meanwhile, the drag edits no more: it would
 * overwrite that.
 */
export function beginDragEdits(desk: FilmDesk): DragEdits {
  const before = desk.read().document;
  const gesture = createKey();
  let shown = before;
  const isOurs = () => desk.read().document === shown;
  return {
    before,
    show(change) {
      if (!isOurs()) return;
      desk.edit(() => change(before), gesture);
      shown = desk.read().document;
    },
    end(isCancelled) {
      if (!isOurs()) return;
      if (isCancelled) desk.cancelGesture();
      else desk.endGesture();
    },
  };
}
