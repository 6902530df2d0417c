"use client";

import { useTranslations } from "next-intl";
import { memo, type KeyboardEvent, type PointerEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { trimShot } from "@/lib/films/edit-shots";
import { trimPlaced } from "@/lib/films/edit-sounds";
import type { FilmDocument } from "@/lib/films/film-document";
import { formatFrameClock } from "@/lib/films/frame-clock";
import { toFrame, toMs } from "@/lib/films/lay-out-film";
import type { FilmDesk } from "../desk/film-desk";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { beginDragEdits, dragInTimeline } from "./drag-in-timeline";
import { listMoments, snapTo } from "./snap-drag";
import { toPx } from "./time-scale";
import { useTimeline } from "./use-timeline";

type Side = "start" | "end";

interface TrimHandleProps {
  id: string;
  of: "shot" | "placed";
  side: Side;
  /** What is trimmed, for its name. */
  name: string;
  isSelected: boolean;
}

/**
 * The edge of a clip, which trims it: by dragging, and while the clip is selected by the arrows to the frame. A shot keeps its start in
 * the film, so while its start is dragged the lanes shift instead and the edge stays at the pointer.
 */
export const TrimHandle = memo(function TrimHandle({ id, of, side, name, isSelected }: TrimHandleProps) {
  const desk = useFilmDesk();
  const { view, focus } = useTimeline();

  /** The film with this edge later by so many milliseconds. */
  const trim = (film: FilmDocument, laterMs: number): FilmDocument => {
    const { lengths } = desk;
    const { frameRate } = film;
    const longer = side === "start" ? -laterMs : laterMs;
    if (of === "placed") return trimPlaced(film, id, { side, ms: longer, lengths });
    return trimShot(film, id, { side, frames: Math.round((longer * frameRate) / 1_000), lengths });
  };

  function drag(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    focus();
    if (!desk.read().selection.has(id)) desk.select([id]);
    const edits = beginDragEdits(desk);
    const moments = listMoments(desk, view, { moved: new Set([id]), of, trimmed: id });
    const grabbedMs = view.msAt(event.clientX);
    const edgeMs = findEdge(desk, { id, of, side });
    const before = lengthOf(edits.before, id);
    dragInTimeline(view, event.nativeEvent, {
      move({ clientX }) {
        const later = view.msAt(clientX) - grabbedMs;
        const snap = snapTo(view, [edgeMs + later], moments);
        edits.show((film) => trim(film, later + snap));
        if (of !== "shot" || side !== "start") return;
        const longer = lengthOf(desk.read().document, id) - before;
        view.shiftLanes(-toPx(toMs(longer, edits.before.frameRate), view.state.pxPerSecond));
      },
      end(isCancelled) {
        edits.end(isCancelled);
        view.shiftLanes(0);
      },
    });
  }

  function press(event: KeyboardEvent): void {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    desk.edit(
      (film) => trim(film, toMs(step * (event.shiftKey ? film.frameRate : 1), film.frameRate)),
      `trim-${id}-${side}`,
    );
  }

  const classes = classNames(
    "absolute inset-y-0 z-10 cursor-ew-resize touch-none",
    side === "start" ? "left-0 rounded-l-sm" : "right-0 rounded-r-sm",
    isSelected
      ? "grid w-2.5 place-items-center bg-text after:h-5.5 after:max-h-1/2 after:w-0.5 after:rounded-full after:bg-ground"
      : "w-1.5 opacity-0 hover:bg-text hover:opacity-60",
  );
  if (!isSelected) return <span aria-hidden data-trim={side} className={classes} onPointerDown={drag} />;
  return (
    <EdgeSlider {...{ id, of, side, name }} className={classes} onPointerDown={drag} onKeyDown={press} />
  );
});

interface EdgeSliderProps extends Pick<TrimHandleProps, "id" | "of" | "side" | "name"> {
  className: string;
  onPointerDown: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function EdgeSlider({ id, of, side, name, ...props }: EdgeSliderProps) {
  const t = useTranslations("timeline.trim");
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const frame = toFrame(
    useDesk(() => findEdge(desk, { id, of, side })),
    frameRate,
  );
  return (
    <span
      {...props}
      role="slider"
      tabIndex={0}
      data-trim={side}
      data-own-keys=""
      aria-label={side === "start" ? t("start", { name }) : t("end", { name })}
      aria-valuemin={0}
      aria-valuemax={Math.max(frame, desk.frames)}
      aria-valuenow={frame}
      aria-valuetext={formatFrameClock(frame, frameRate)}
      onKeyUp={() => desk.endGesture()}
    />
  );
}

/** Where an edge is, in milliseconds of the film. */
function findEdge(desk: FilmDesk, { id, of, side }: Pick<TrimHandleProps, "id" | "of" | "side">): number {
  const { document } = desk.read();
  if (of === "shot") {
    const placed = desk.placed.find(({ shot }) => shot.id === id);
    return toMs((side === "start" ? placed?.start : placed?.end) ?? 0, document.frameRate);
  }
  const placed = [...document.sounds, ...document.captions].find((each) => each.id === id);
  return (placed?.atMs ?? 0) + (side === "end" ? (placed?.lengthMs ?? 0) : 0);
}

function lengthOf({ shots }: FilmDocument, id: string): number {
  return shots.find((shot) => shot.id === id)?.frames ?? 0;
}
