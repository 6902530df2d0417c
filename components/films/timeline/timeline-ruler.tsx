"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { formatFrameClock } from "@/lib/films/frame-clock";
import { formatClock } from "@/lib/i18n/clocks";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { dragInTimeline } from "./drag-in-timeline";
import { PlayheadFlag } from "./playhead";
import { chooseRulerSteps, listTicks } from "./ruler-steps";
import { originPx } from "./time-scale";
import type { ViewState } from "./timeline-view";
import { useTimeline } from "./use-timeline";

/** Times over the tracks. A press or a drag moves the playhead there. */
export function TimelineRuler({ state }: { state: ViewState }) {
  const t = useTranslations("timeline");
  const desk = useFilmDesk();
  const { view, focus } = useTimeline();
  const { pxPerSecond, sight } = state;
  const frameRate = useDesk(({ document }) => document.frameRate);
  const framePx = pxPerSecond / frameRate;
  const { inFrames, ticks } = useMemo(() => {
    const steps = chooseRulerSteps(framePx * frameRate, frameRate);
    const lastFrame = Math.ceil(view.lanePx / framePx);
    return { inFrames: steps.inFrames, ticks: listTicks(steps, { sight, framePx, lastFrame }) };
  }, [view, framePx, frameRate, sight]);

  const seekTo = ({ clientX }: { clientX: number }) => desk.seek((view.msAt(clientX) * frameRate) / 1_000);
  return (
    <div className="sticky top-0 z-30 flex h-7 border-b bg-panel">
      <div className="sticky left-0 z-10 w-30 shrink-0 border-r bg-panel" />
      <div
        data-ruler=""
        className="relative min-w-0 flex-1 cursor-col-resize touch-none overflow-x-clip select-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          focus();
          seekTo(event);
          dragInTimeline(view, event.nativeEvent, { move: seekTo, end: () => {} });
        }}
      >
        {ticks.map(({ frame, isLabel }) => (
          <span
            key={frame}
            aria-hidden
            className={`absolute bottom-0 border-l border-line-strong ${isLabel ? "h-2.25" : "h-1"}`}
            style={{ left: originPx + frame * framePx }}
          >
            {isLabel ? (
              <span className="absolute bottom-1.25 left-1.25 leading-none text-text-3">
                {inFrames ? formatFrameClock(frame, frameRate) : formatClock(frame / frameRate)}
              </span>
            ) : null}
          </span>
        ))}
        <PlayheadFlag state={state} label={t("playhead")} />
      </div>
    </div>
  );
}
