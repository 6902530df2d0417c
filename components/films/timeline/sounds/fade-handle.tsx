"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent, PointerEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { setSound } from "@/lib/films/edit-sounds";
import type { SoundPiece } from "@/lib/films/film-document";
import { useUnits } from "@/lib/i18n/units";
import { useFilmDesk } from "../../desk/use-desk";
import { beginDragEdits, dragInTimeline } from "../drag-in-timeline";
import { clamp, toPx } from "../time-scale";
import { useTimeline } from "../use-timeline";

interface FadeHandleProps {
  piece: SoundPiece;
  side: "in" | "out";
  name: string;
  pxPerSecond: number;
  isSelected: boolean;
}

/** The end of a fade, at the upper edge of its piece: dragged from the corner inwards, or moved by the arrows in tenths of a second. */
export function FadeHandle({ piece, side, name, pxPerSecond, isSelected }: FadeHandleProps) {
  const t = useTranslations("timeline.fade");
  const units = useUnits();
  const desk = useFilmDesk();
  const { view, focus } = useTimeline();
  const { id, lengthMs, fadeInMs, fadeOutMs } = piece;
  const ms = side === "in" ? fadeInMs : fadeOutMs;
  const change = (wanted: number) => {
    const most = lengthMs - (side === "in" ? fadeOutMs : fadeInMs);
    const fade = Math.round(clamp(wanted, 0, Math.max(0, most)));
    return side === "in" ? { fadeInMs: fade } : { fadeOutMs: fade };
  };

  function drag(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    focus();
    const edits = beginDragEdits(desk);
    const grabbedMs = view.msAt(event.clientX);
    dragInTimeline(view, event.nativeEvent, {
      move({ clientX }) {
        const by = view.msAt(clientX) - grabbedMs;
        edits.show((film) => setSound(film, id, change(ms + (side === "in" ? by : -by))));
      },
      end: edits.end,
    });
  }

  function press(event: KeyboardEvent): void {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const by = step * (event.shiftKey ? 1_000 : 100) * (side === "in" ? 1 : -1);
    desk.edit((film) => setSound(film, id, change(ms + by)), `fade-${id}-${side}`);
  }

  return (
    <span
      role="slider"
      tabIndex={isSelected ? 0 : -1}
      data-own-keys=""
      aria-label={side === "in" ? t("in", { name }) : t("out", { name })}
      aria-valuemin={0}
      aria-valuemax={lengthMs}
      aria-valuenow={ms}
      aria-valuetext={units.elapsed(ms / 1_000)}
      className={classNames(
        "absolute -top-1 z-10 size-2.25 cursor-ew-resize touch-none rounded-full bg-text shadow-[0_0_0_1.5px_var(--panel)]",
        !isSelected && ms === 0 && "opacity-0 group-hover:opacity-100",
      )}
      style={{
        [side === "in" ? "left" : "right"]: clamp(toPx(ms, pxPerSecond), 6, Infinity) - 4.5,
      }}
      onPointerDown={drag}
      onKeyDown={press}
      onKeyUp={() => desk.endGesture()}
    />
  );
}
