"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent, PointerEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { trimShot } from "@/lib/films/edit-shots";
import { trimPlaced } from "@/lib/films/edit-sounds";
import type { FilmDocument } from "@/lib/films/film-document";
import { formatFrameClock } from "@/lib/films/frame-clock";
import { toFrame } from "@/lib/films/lay-out-film";
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
  /** Where this edge is, in milliseconds of the film. */
  edgeMs: number;
  isSelected: boolean;
}

/**
 * The edge of a clip, which trims it: by dragging, and while the clip is selected by the arrows to the frame. A shot keeps its start in
 * the film, so while its start is dragged the lanes shift instead and the edge stays at the pointer.
 */
export function TrimHandle({ id, of, side, name, edgeMs, isSelected }: TrimHandleProps) {
  const t = useTranslations("timeline.trim");
  const desk = useFilmDesk();
  const { view, focus } = useTimeline();
  const frameRate = useDesk(({ document }) => document.frameRate);

  /** The film with this edge later by so many milliseconds. */
  const trim = (film: FilmDocument, laterMs: number): FilmDocument => {
    const { lengths } = desk;
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
    const moments = listMoments(desk, new Set([id]), of);
    const grabbedMs = view.msAt(event.clientX);
    const before = lengthOf(edits.before, id);
    dragInTimeline(view, event.nativeEvent, {
      move({ clientX }) {
        const later = view.msAt(clientX) - grabbedMs;
        const snap = snapTo(view, [edgeMs + later], moments);
        edits.show((film) => trim(film, later + snap));
        if (of !== "shot" || side !== "start") return;
        const longer = lengthOf(desk.read().document, id) - before;
        view.shiftLanes(-toPx((longer * 1_000) / frameRate, view.state.pxPerSecond));
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
    const frames = step * (event.shiftKey ? frameRate : 1);
    desk.edit((film) => trim(film, (frames * 1_000) / frameRate), `trim-${id}-${side}`);
  }

  const classes = classNames(
    "absolute inset-y-0 z-10 cursor-ew-resize touch-none",
    side === "start" ? "left-0 rounded-l-sm" : "right-0 rounded-r-sm",
    isSelected
      ? "grid w-2.5 place-items-center bg-text after:h-5.5 after:max-h-1/2 after:w-0.5 after:rounded-full after:bg-ground"
      : "w-1.5 opacity-0 hover:bg-text hover:opacity-60",
  );
  if (!isSelected) return <span aria-hidden data-trim={side} className={classes} onPointerDown={drag} />;
  const frame = toFrame(edgeMs, frameRate);
  return (
    <span
      role="slider"
      tabIndex={0}
      data-trim={side}
      data-own-keys=""
      aria-label={side === "start" ? t("start", { name }) : t("end", { name })}
      aria-valuemin={0}
      aria-valuemax={Math.max(frame, desk.frames)}
      aria-valuenow={frame}
      aria-valuetext={formatFrameClock(frame, frameRate)}
      className={classes}
      onPointerDown={drag}
      onKeyDown={press}
      onKeyUp={() => desk.endGesture()}
    />
  );
}

function lengthOf({ shots }: FilmDocument, id: string): number {
  return shots.find((shot) => shot.id === id)?.frames ?? 0;
}
