"use client";

import { useEffect } from "react";
import { formatFrameClock } from "@/lib/films/frame-clock";
import { toMs } from "@/lib/films/lay-out-film";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { useShared } from "./shared-value";
import { originPx, toPx } from "./time-scale";
import { headPx, type ViewState } from "./timeline-view";
import { useTimeline } from "./use-timeline";

interface PlayheadProps {
  state: ViewState;
}

function usePlayheadPx({ pxPerSecond }: ViewState): number {
  const frameRate = useDesk(({ document }) => document.frameRate);
  const frame = useDesk((desk) => desk.frame);
  return originPx + (frame * pxPerSecond) / frameRate;
}

/** The line at the current frame, over all tracks; they scroll along when it leaves them. */
export function PlayheadLine({ state }: PlayheadProps) {
  const at = usePlayheadPx(state);
  const desk = useFilmDesk();
  const { view } = useTimeline();
  useEffect(() => {
    let shown = desk.read().frame;
    return desk.subscribe(() => {
      const { frame, isPlaying, document } = desk.read();
      if (frame === shown) return;
      shown = frame;
      view.reveal(toMs(frame, document.frameRate), { byPage: isPlaying });
    });
  }, [desk, view]);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-10 -ml-px w-0.5 bg-text"
      style={{ left: headPx, transform: `translateX(${at}px)` }}
    />
  );
}

/** The current time over the line, which the keys of the timeline move. */
export function PlayheadFlag({ state, label }: PlayheadProps & { label: string }) {
  const at = usePlayheadPx(state);
  const desk = useFilmDesk();
  const frame = useDesk((all) => all.frame);
  const frameRate = useDesk(({ document }) => document.frameRate);
  const clock = formatFrameClock(frame, frameRate);
  return (
    <div
      role="slider"
      tabIndex={0}
      data-playhead=""
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, desk.frames - 1)}
      aria-valuenow={frame}
      aria-valuetext={clock}
      className="absolute top-0.75 left-0 z-10 rounded-xs bg-text px-1.5 py-1 leading-none font-semibold text-panel"
      style={{ transform: `translateX(max(0px, ${at}px - 50%))` }}
    >
      {clock}
    </div>
  );
}

/** The moment to which what is dragged has snapped. */
export function SnapGuide({ state }: PlayheadProps) {
  const { view } = useTimeline();
  const ms = useShared(view.guide, (guide) => guide);
  if (ms === null) return null;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-10 w-px bg-(--film,var(--video))"
      style={{ left: headPx + originPx + toPx(ms, state.pxPerSecond) }}
    />
  );
}
