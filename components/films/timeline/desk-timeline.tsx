"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "next-intl";
import { useFilmDesk } from "../desk/use-desk";
import { CaptionsTrack } from "./captions/captions-track";
import { ClipMenu } from "./clip-menu";
import type { Drop } from "./drops";
import { PlayheadLine, SnapGuide } from "./playhead";
import { createSelectionEdits } from "./selection-edits";
import { SharedValue } from "./shared-value";
import { SoundMoments } from "./sounds/sound-moments";
import { ShotsTrack } from "./shots/shots-track";
import { SoundTrack } from "./sounds/sound-track";
import { TimelineKeys } from "./timeline-keys";
import { TimelineRuler } from "./timeline-ruler";
import { TimelineToolbar } from "./timeline-toolbar";
import { headPx, TimelineView } from "./timeline-view";
import { useDrops } from "./use-drops";
import { TimelineContext, useTimeline, useView, wholeView } from "./use-timeline";

/** The film over time: shots, voice, music, effects and captions. */
export function DeskTimeline() {
  const t = useTranslations("timeline");
  const desk = useFilmDesk();
  const client = useQueryClient();
  const region = useRef<HTMLElement>(null);
  const [timeline] = useState(() => ({
    view: new TimelineView(desk, new SoundMoments(desk, client)),
    edits: createSelectionEdits(desk),
    menu: new SharedValue<{ id: string; x: number; y: number } | null>(null),
    drop: new SharedValue<Drop | null>(null),
    focus: () => region.current?.focus({ preventScroll: true }),
  }));
  const { sounds } = timeline.view;
  useEffect(() => () => sounds.close(), [sounds]);
  return (
    <TimelineContext value={timeline}>
      <TimelineKeys />
      <section
        ref={region}
        tabIndex={-1}
        aria-label={t("label")}
        className="bg-panel text-2xs outline-none"
        data-timeline=""
        onPointerEnter={() => sounds.retry()}
      >
        <TimelineToolbar />
        <Tracks />
        <ClipMenu />
      </section>
    </TimelineContext>
  );
}

/** The ruler and all tracks below each other; heads and ruler stay while they scroll. */
function Tracks() {
  const desk = useFilmDesk();
  const scroller = useRef<HTMLDivElement>(null);
  const { view } = useTimeline();
  const state = useView(wholeView);
  const drops = useDrops();
  useEffect(() => view.attach(scroller.current!), [view]);
  return (
    <div
      {...drops}
      ref={scroller}
      className="relative max-h-[48dvh] overflow-x-auto overflow-y-auto overscroll-x-contain border-t"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) desk.select([]);
      }}
    >
      <div className="relative pb-2" style={{ width: headPx + view.lanePx }}>
        <TimelineRuler state={state} />
        <ShotsTrack state={state} />
        <SoundTrack track="voice" state={state} />
        <SoundTrack track="score" state={state} />
        <SoundTrack track="effects" state={state} />
        <CaptionsTrack state={state} />
        <SnapGuide state={state} />
        <PlayheadLine state={state} />
      </div>
    </div>
  );
}
