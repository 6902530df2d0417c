"use client";

import { Clapperboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { moveShots } from "@/lib/films/edit-selection";
import { toMs } from "@/lib/films/lay-out-film";
import { useDesk, useFilmDesk } from "../../desk/use-desk";
import { ClipList } from "../clip-list";
import { dragInTimeline } from "../drag-in-timeline";
import { SharedValue, useShared } from "../shared-value";
import { originPx } from "../time-scale";
import type { ViewState } from "../timeline-view";
import { TrackControls } from "../track-controls";
import { TrackRow } from "../track-row";
import { useTimeline } from "../use-timeline";
import { findBounds, findDropIndex, findShotsBetween } from "./shot-bounds";
import { ShotClip, type MovedShots } from "./shot-clip";
import { ShotDropMark } from "./shot-drop-mark";

const heightPx = 128;

/** The shots one after the other. They are moved by dragging; those behind follow. */
export function ShotsTrack({ state }: { state: ViewState }) {
  const t = useTranslations("timeline");
  const desk = useFilmDesk();
  const { view } = useTimeline();
  const placed = useDesk(() => desk.placed);
  const frameRate = useDesk(({ document }) => document.frameRate);
  const [moved] = useState(() => new SharedValue<MovedShots | null>(null));
  const order = useMemo(() => placed.map(({ shot }) => shot.id), [placed]);
  const framePx = state.pxPerSecond / frameRate;
  const { first, last } = findShotsBetween(
    placed,
    (state.sight.fromPx - originPx) / framePx,
    (state.sight.toPx - originPx) / framePx,
  );

  /** Moves the selected shots with the pointer, and into their new place when it is let go. */
  function drag(_id: string, down: PointerEvent): void {
    const grabbedMs = view.msAt(down.clientX);
    const toFrames = (ms: number) => (ms * frameRate) / 1_000;
    dragInTimeline(view, down, {
      move({ clientX }) {
        const ms = view.msAt(clientX);
        const byPx = ((ms - grabbedMs) * view.state.pxPerSecond) / 1_000;
        moved.set({ ids: desk.read().selection, byPx, index: findDropIndex(desk.placed, toFrames(ms)) });
      },
      end(isCancelled) {
        const { ids, index } = moved.read() ?? { ids: new Set<string>(), index: 0 };
        moved.set(null);
        if (!isCancelled) desk.edit((film) => moveShots(film, ids, index));
      },
    });
  }

  return (
    <TrackRow
      name={t("tracks.shots")}
      icon={<Clapperboard />}
      hue="var(--video)"
      height={heightPx}
      className="my-2"
      controls={<TrackControls track="shots" name={t("tracks.shots")} />}
    >
      <ClipList
        label={t("tracks.shots")}
        order={order}
        findStart={(id) => toMs(placed[order.indexOf(id)]?.start ?? 0, frameRate)}
        onDrag={drag}
      >
        {(activeId) => {
          const active = activeId === null ? -1 : order.indexOf(activeId);
          const shown = placed.slice(first, last);
          if (active >= 0 && (active < first || active >= last)) shown.push(placed[active]!);
          return shown.map((each) => {
            const { left, right } = findBounds(placed, each.index);
            return (
              <ShotClip
                key={each.shot.id}
                placed={each}
                left={originPx + left * framePx}
                width={(right - left) * framePx}
                frameRate={frameRate}
                isActive={each.shot.id === activeId}
                moved={moved}
              />
            );
          });
        }}
      </ClipList>
      <DropMark moved={moved} framePx={framePx} />
    </TrackRow>
  );
}

/** Where the dragged shots or items will be. */
function DropMark({ moved, framePx }: { moved: SharedValue<MovedShots | null>; framePx: number }) {
  const desk = useFilmDesk();
  const { drop } = useTimeline();
  const movedTo = useShared(moved, (value) => value?.index ?? null);
  const droppedAt = useShared(drop, (value) => (value?.kind === "shot" ? value.index : null));
  const index = movedTo ?? droppedAt;
  if (index === null) return null;
  return <ShotDropMark index={index} placed={desk.placed} framePx={framePx} />;
}
