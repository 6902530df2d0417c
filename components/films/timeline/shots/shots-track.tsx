"use client";

import { Clapperboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import { moveShots } from "@/lib/films/edit-selection";
import { formatTenthClock } from "@/lib/films/frame-clock";
import { toMs, type PlacedShot } from "@/lib/films/lay-out-film";
import { useDesk, useFilmDesk } from "../../desk/use-desk";
import { ClipList } from "../clip-list";
import { dragInTimeline } from "../drag-in-timeline";
import { SharedValue, useShared } from "../shared-value";
import { originPx } from "../time-scale";
import type { ViewState } from "../timeline-view";
import { TrackControls } from "../track-controls";
import { TrackRow } from "../track-row";
import { useTimeline } from "../use-timeline";
import { findBounds, findDropIndex, findShotsBetween, groupShots } from "./shot-bounds";
import { ShotClip, type MovedShots } from "./shot-clip";
import { ShotDropMark } from "./shot-drop-mark";

const heightPx = 128;
/** Narrower clips are drawn as one block. */
const leastClipPx = 3;

/** The shots one after the other. They are moved by dragging; those behind follow. */
export function ShotsTrack({ state }: { state: ViewState }) {
  const t = useTranslations("timeline");
  const desk = useFilmDesk();
  const { view } = useTimeline();
  const placed = useDesk(() => desk.placed);
  // An edit moves all shots behind it. They are drawn there at once; their numbers and times follow when there is time.
  const described = useDeferredValue(
    useMemo(() => new Map(placed.map((each) => [each.shot.id, each])), [placed]),
  );
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
          const drawn = groupShots(placed, { first, last, framePx, leastPx: leastClipPx });
          const isDrawn = drawn.some((each) => "index" in each && each.index === active);
          if (active >= 0 && !isDrawn) drawn.push({ index: active });
          return drawn.map((each) => {
            if (!("index" in each))
              return <Block key={each.from} {...each} placed={placed} framePx={framePx} />;
            const shot = placed[each.index]!;
            const { index, start } = described.get(shot.shot.id) ?? shot;
            return (
              <ShotClip
                key={shot.shot.id}
                shot={shot.shot}
                number={index + 1}
                from={formatTenthClock(start / frameRate)}
                {...findEdges(placed, framePx, each.index)}
                frameRate={frameRate}
                isActive={each.index === active}
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

/** Where shots lie on the lane: on whole pixels, so that a small edit of a long film moves few clips. */
function findEdges(placed: readonly PlacedShot[], framePx: number, first: number, last = first) {
  const left = Math.round(originPx + findBounds(placed, first).left * framePx);
  const right = Math.round(originPx + findBounds(placed, last).right * framePx);
  return { left, width: Math.max(1, right - left) };
}

/** Shots that are too short to be told apart at this scale. */
function Block({
  from,
  to,
  placed,
  framePx,
}: {
  from: number;
  to: number;
  placed: readonly PlacedShot[];
  framePx: number;
}) {
  return (
    <li
      aria-hidden
      className="absolute inset-y-0 rounded-sm bg-raised bg-[repeating-linear-gradient(to_right,var(--line-strong)_0_1px,transparent_1px_4px)]"
      style={findEdges(placed, framePx, from, to - 1)}
    />
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
