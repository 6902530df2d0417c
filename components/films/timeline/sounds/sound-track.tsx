"use client";

import { AudioLines, BookAudio, Music } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { findLevel, setSound } from "@/lib/films/edit-sounds";
import type { SoundTrack as TrackName } from "@/lib/films/film-document";
import { toMs } from "@/lib/films/lay-out-film";
import { makeDucking } from "@/lib/films/plan-sound";
import type { DeskState } from "../../desk/film-desk";
import { useDesk, useFilmDesk } from "../../desk/use-desk";
import { ClipList } from "../clip-list";
import { moveClips } from "../move-clips";
import { stackClips } from "../stack-clips";
import { isInSight } from "../time-scale";
import type { ViewState } from "../timeline-view";
import { TrackControls } from "../track-controls";
import { TrackRow } from "../track-row";
import { useTimeline } from "../use-timeline";
import { addPoint } from "./level-line";
import { SoundClip } from "./sound-clip";

const looks = {
  voice: { icon: <BookAudio />, hue: "var(--narration)", heightPx: 44 },
  score: { icon: <Music />, hue: "var(--music)", heightPx: 60 },
  effects: { icon: <AudioLines />, hue: "var(--text-2)", heightPx: 44 },
} as const;
const emptyHeightPx = 28;
const gapPx = 3;

/** The pieces of sound of one track. Those that are heard at once lie below each other. */
export function SoundTrack({ track, state }: { track: TrackName; state: ViewState }) {
  const t = useTranslations("timeline");
  const desk = useFilmDesk();
  const { view } = useTimeline();
  const sounds = useDesk(({ document }) => document.sounds);
  const findSteps = useDucking();
  const { pieces, rows, count, order } = useMemo(() => {
    const own = sounds
      .filter((piece) => piece.track === track)
      .toSorted((one, other) => one.atMs - other.atMs);
    return { pieces: own, ...stackClips(own), order: own.map(({ id }) => id) };
  }, [sounds, track]);
  const { icon, hue, heightPx } = looks[track];
  const isEmpty = pieces.length === 0;
  const { pxPerSecond, sight } = state;
  const name = t(`tracks.${track}`);

  /** A point of the level line, at the pointer or at the playhead, where the line is. */
  function addLevelPoint(id: string, at: { clientX: number } | null): void {
    const piece = pieces.find((each) => each.id === id);
    if (!piece || track !== "score") return;
    const { frame, document } = desk.read();
    const ms = (at ? view.msAt(at.clientX) : toMs(frame, document.frameRate)) - piece.atMs;
    if (ms < 0 || ms > piece.lengthMs) return;
    const points = addPoint(piece.points, ms, findLevel(piece.points, ms));
    desk.edit((film) => setSound(film, id, { points }));
  }

  return (
    <TrackRow
      track={track}
      name={name}
      icon={icon}
      hue={hue}
      height={isEmpty ? emptyHeightPx : count * (heightPx + gapPx) - gapPx}
      className="mb-1.5"
      controls={<TrackControls track={track} name={name} />}
    >
      <ClipList
        label={name}
        order={order}
        findStart={(id) => pieces.find((piece) => piece.id === id)?.atMs ?? 0}
        onDrag={(id, down) => moveClips(desk, view, id, down)}
        onOpen={addLevelPoint}
      >
        {(activeId) =>
          pieces
            .filter((piece) => piece.id === activeId || isInSight(piece, sight, pxPerSecond))
            .map((piece) => (
              <SoundClip
                key={piece.id}
                piece={piece}
                top={(rows.get(piece.id) ?? 0) * (heightPx + gapPx)}
                height={heightPx}
                pxPerSecond={pxPerSecond}
                sight={sight}
                isActive={piece.id === activeId}
                findSteps={findSteps}
              />
            ))
        }
      </ClipList>
    </TrackRow>
  );
}

/** What ducking depends on, as text: it is another one only when a voice moves. */
const describeVoices = ({ document }: DeskState): string =>
  document.tracks.voice.isMuted
    ? ""
    : document.sounds
        .flatMap(({ track, atMs, lengthMs }) => (track === "voice" ? [`${atMs}+${lengthMs}`] : []))
        .join();

function useDucking(): (ms: number) => number {
  const desk = useFilmDesk();
  const voices = useDesk(describeVoices);
  const duckDb = useDesk(({ document }) => document.duckDb);
  return useMemo(
    () => makeDucking(desk.read().document),
    // oxlint-disable-next-line react/exhaustive-deps -- of the document, it depends on these
    [desk, voices, duckDb],
  );
}
