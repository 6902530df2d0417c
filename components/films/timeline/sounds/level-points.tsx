"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent, PointerEvent } from "react";
import { setSound } from "@/lib/films/edit-sounds";
import type { SoundPiece } from "@/lib/films/film-document";
import { formatTenthClock } from "@/lib/films/frame-clock";
import { toGain, type PieceLoudness } from "@/lib/films/plan-sound";
import { useFilmDesk } from "../../desk/use-desk";
import { beginDragEdits, dragInTimeline } from "../drag-in-timeline";
import { toPx } from "../time-scale";
import { useTimeline } from "../use-timeline";
import { gainToShare, movePoint, shareToDecibels } from "./level-line";
import { lineY } from "./piece-wave";

interface LevelPointsProps {
  piece: SoundPiece;
  loudness: PieceLoudness;
  pxPerSecond: number;
  /** Of the line. */
  heightPx: number;
  isSelected: boolean;
}

const noticedPx = 2;

/** The points of a line of levels. They are dragged in both directions, moved by the arrows, and deleted by a double press or Delete. */
export function LevelPoints({ piece, loudness, pxPerSecond, heightPx, isSelected }: LevelPointsProps) {
  const t = useTranslations("timeline.point");
  const desk = useFilmDesk();
  const { view, focus } = useTimeline();
  const { id, points, lengthMs, atMs } = piece;
  const set = (changed: SoundPiece["points"], gesture?: string) =>
    desk.edit((film) => setSound(film, id, { points: changed }), gesture);
  const yOf = (ms: number) => lineY(gainToShare(toGain(loudness.decibelsAt(ms))), heightPx);

  function drag(event: PointerEvent, index: number): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    focus();
    const edits = beginDragEdits(desk);
    const point = points[index]!;
    const grabbedMs = view.msAt(event.clientX);
    const grabbedY = event.clientY;
    const y = yOf(point.ms);
    // Level and ducking are below the point's own part of the line.
    const rest = loudness.decibelsAt(point.ms) - point.level;
    dragInTimeline(view, event.nativeEvent, {
      move({ clientX, clientY }) {
        const ms = point.ms + view.msAt(clientX) - grabbedMs;
        const down = clientY - grabbedY;
        const share = 1 - (y + down - lineY(1, heightPx)) / (lineY(0, heightPx) - lineY(1, heightPx));
        const level = Math.abs(down) < noticedPx ? point.level : shareToDecibels(share) - rest;
        edits.show((film) =>
          setSound(film, id, { points: movePoint(points, index, { ms, level }, lengthMs) }),
        );
      },
      end: edits.end,
    });
  }

  function press(event: KeyboardEvent, index: number): void {
    const { ms, level } = points[index]!;
    const frameMs = 1_000 / desk.read().document.frameRate;
    const moves: Record<string, { ms: number; level: number }> = {
      ArrowUp: { ms, level: level + (event.shiftKey ? 3 : 0.5) },
      ArrowDown: { ms, level: level - (event.shiftKey ? 3 : 0.5) },
      ArrowRight: { ms: ms + (event.shiftKey ? 1_000 : frameMs), level },
      ArrowLeft: { ms: ms - (event.shiftKey ? 1_000 : frameMs), level },
    };
    const isRemoving = event.key === "Delete" || event.key === "Backspace";
    const move = moves[event.key];
    if (!move && !isRemoving) return;
    event.preventDefault();
    event.stopPropagation();
    if (isRemoving) {
      set(points.toSpliced(index, 1));
      focus();
    } else if (move) set(movePoint(points, index, move, lengthMs), `point-${id}-${index}`);
  }

  return points.map((point, index) => (
    <span
      key={index}
      role="slider"
      tabIndex={isSelected ? 0 : -1}
      data-own-keys="remove"
      aria-label={t("label", { at: formatTenthClock((atMs + point.ms) / 1_000) })}
      aria-orientation="vertical"
      aria-valuemin={-60}
      aria-valuemax={12}
      aria-valuenow={point.level}
      aria-valuetext={t("level", { level: point.level })}
      className="absolute z-10 size-2.25 -translate-x-1/2 translate-y-1/2 cursor-move touch-none rounded-full bg-text shadow-[0_0_0_1.5px_var(--panel)]"
      style={{ left: toPx(point.ms, pxPerSecond), bottom: 2 + heightPx - yOf(point.ms) }}
      onPointerDown={(event) => drag(event, index)}
      onDoubleClick={(event) => {
        event.stopPropagation();
        set(points.toSpliced(index, 1));
      }}
      onKeyDown={(event) => press(event, index)}
      onKeyUp={() => desk.endGesture()}
    />
  ));
}
