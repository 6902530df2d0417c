"use client";

import { useTranslations } from "next-intl";
import { memo, useCallback, useMemo } from "react";
import { classNames } from "@/components/ui/class-names";
import type { SoundPiece } from "@/lib/films/film-document";
import { formatTenthClock } from "@/lib/films/frame-clock";
import { planPiece } from "@/lib/films/plan-sound";
import { formatLength } from "@/lib/i18n/clocks";
import { useUnits } from "@/lib/i18n/units";
import { useDesk, useFilmDesk } from "../../desk/use-desk";
import { useShared } from "../shared-value";
import { useTimeline } from "../use-timeline";
import { clamp, originPx, toPx, type Sight } from "../time-scale";
import { TrimHandle } from "../trim-handle";
import { FadeHandle } from "./fade-handle";
import { LevelPoints } from "./level-points";
import { PieceWave } from "./piece-wave";

interface SoundClipProps {
  piece: SoundPiece;
  top: number;
  height: number;
  pxPerSecond: number;
  sight: Sight;
  isActive: boolean;
  /** How music steps back in this film. */
  findSteps: (ms: number) => number;
}

const leastPx = 20;
const waveHeightPx = { voice: 20, effects: 20, score: 42 } as const;

/** One piece of sound: its name, what it sounds like, its edges, fades and levels. */
export const SoundClip = memo(function SoundClip(props: SoundClipProps) {
  const { piece, top, height, pxPerSecond, sight, isActive, findSteps } = props;
  const t = useTranslations("timeline");
  const units = useUnits();
  const desk = useFilmDesk();
  const { id, track, itemId, atMs, lengthMs, from, fadeInMs, fadeOutMs } = piece;
  const item = useDesk(useCallback(({ items }) => items.get(itemId), [itemId]));
  const why = useDesk(useCallback(({ missing }) => missing.get(itemId), [itemId]));
  const isSelected = useDesk(useCallback(({ selection }) => selection.has(id), [id]));
  const trackLevel = useDesk(useCallback(({ document }) => document.tracks[track].level, [track]));
  const isMuted = useDesk(useCallback(({ document }) => document.tracks[track].isMuted, [track]));
  const beats = useShared(
    useTimeline().view.sounds.beats,
    useCallback((known) => known.get(itemId), [itemId]),
  );
  const duckDb = useDesk(({ document }) => document.duckDb);
  const loudness = useMemo(
    () => {
      const { tracks } = desk.read().document;
      return planPiece({ tracks }, piece, findSteps);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the level of its track, and of no other
    [desk, piece, findSteps, trackLevel],
  );

  const left = originPx + toPx(atMs, pxPerSecond);
  const width = Math.max(2, toPx(lengthMs, pxPerSecond));
  const isWide = width >= leastPx;
  const name = item?.name ?? t("untitled");
  const length = units.elapsed(lengthMs / 1_000);
  const waveHeight = Math.min(waveHeightPx[track], height - 4);
  const isMusic = track === "score";
  const sourceSeconds = item?.durationSeconds;
  return (
    <li className={classNames("group absolute", isSelected && "z-10")} style={{ left, width, top, height }}>
      <button
        type="button"
        data-clip={id}
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={t(why ? "sound.missing" : "sound.label", {
          name,
          length,
          from: formatTenthClock(atMs / 1_000),
        })}
        className={classNames(
          "absolute inset-0 flex scroll-ml-34 items-start overflow-clip rounded-sm text-left focus-visible:outline-offset-1",
          // Only the wave fades: the name stays readable.
          isMuted
            ? "bg-raised text-text-2 [&_canvas]:opacity-40"
            : "bg-[color-mix(in_oklab,var(--hue)_15%,var(--raised))] text-text",
        )}
      >
        {isWide ? (
          <>
            {why ? null : (
              <PieceWave
                piece={piece}
                assetId={item?.assetId}
                beats={beats}
                loudness={loudness}
                fromPx={clamp(sight.fromPx - left, 0, width)}
                toPx={clamp(sight.toPx - left, 0, width)}
                heightPx={waveHeight}
                pxPerSecond={pxPerSecond}
                hasLine={isMusic || fadeInMs > 0 || fadeOutMs > 0 || piece.points.length > 0}
              />
            )}
            <span
              className={classNames(
                "sticky left-32 inline-block max-w-full truncate pt-1 pr-2 leading-4",
                isSelected ? "pl-4" : "pl-2",
              )}
            >
              <span dir="auto">{name}</span>
              {why ? <span className="ml-1.5 text-text-2">{t(`missing.${why}`)}</span> : null}
              {isMusic && !why ? (
                <span className="ml-1.5 text-text-2">
                  {t("sound.facts", {
                    from: formatLength(from),
                    to: formatLength(from + lengthMs / 1_000),
                    total: sourceSeconds === undefined ? "" : formatLength(sourceSeconds),
                    fades: fadeInMs > 0 ? (fadeOutMs > 0 ? "both" : "in") : fadeOutMs > 0 ? "out" : "none",
                    fadeIn: units.elapsed(fadeInMs / 1_000),
                    fadeOut: units.elapsed(fadeOutMs / 1_000),
                    ducks: duckDb < 0 ? "yes" : "no",
                    duckDb: -duckDb,
                  })}
                </span>
              ) : null}
            </span>
          </>
        ) : null}
      </button>
      {isSelected ? (
        <span aria-hidden className="pointer-events-none absolute inset-0 rounded-sm border-2 border-text" />
      ) : null}
      {isWide && !why ? (
        <>
          {isMusic ? (
            <LevelPoints {...{ piece, loudness, pxPerSecond, isSelected }} heightPx={waveHeight} />
          ) : null}
          <FadeHandle {...{ piece, name, pxPerSecond, isSelected }} side="in" />
          <FadeHandle {...{ piece, name, pxPerSecond, isSelected }} side="out" />
        </>
      ) : null}
      {isWide ? (
        <>
          <TrimHandle {...{ id, name, isSelected }} of="placed" side="start" />
          <TrimHandle {...{ id, name, isSelected }} of="placed" side="end" />
        </>
      ) : null}
    </li>
  );
});
