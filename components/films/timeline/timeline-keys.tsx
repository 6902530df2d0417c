"use client";

import { findCut } from "./shots/shot-bounds";
import { useFilmDesk } from "../desk/use-desk";
import type { FilmKey } from "./film-keys";
import { useFilmClipboard } from "./use-film-clipboard";
import { useFilmKeys } from "./use-film-keys";
import { useTimeline } from "./use-timeline";

const zoomStep = 1.5;

/** The keys of the timeline. Renders nothing. */
export function TimelineKeys() {
  const desk = useFilmDesk();
  const { view, edits } = useTimeline();

  const seekBy = (frames: number) => desk.seek(desk.read().frame + frames);
  const seekToCut = (direction: -1 | 1) => {
    const cut = findCut(desk.placed, desk.read().frame, direction);
    if (cut !== null) desk.seek(cut);
  };
  const actions: Record<FilmKey, () => void> = {
    frameBack: () => seekBy(-1),
    frameForward: () => seekBy(1),
    secondBack: () => seekBy(-desk.read().document.frameRate),
    secondForward: () => seekBy(desk.read().document.frameRate),
    previousCut: () => seekToCut(-1),
    nextCut: () => seekToCut(1),
    toStart: () => desk.seek(0),
    toEnd: () => desk.seek(desk.frames),
    split: () => edits.split(),
    snap: () => view.setSnapping(!view.state.isSnapping),
    startHere: () => edits.trimToPlayhead("start"),
    endHere: () => edits.trimToPlayhead("end"),
    moveEarlier: () => edits.move(-1),
    moveLater: () => edits.move(1),
    duplicate: () => edits.duplicate(),
    remove: () => edits.remove(),
    selectAll: () => {
      const { shots, sounds, captions } = desk.read().document;
      desk.select([...shots, ...sounds, ...captions].map(({ id }) => id));
    },
    zoomIn: () => view.zoomBy(zoomStep),
    zoomOut: () => view.zoomBy(1 / zoomStep),
    wholeFilm: () => view.showWhole(),
  };
  useFilmKeys((key) => actions[key]());
  useFilmClipboard();
  return null;
}
