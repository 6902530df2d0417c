"use client";

import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useMemo, useRef } from "react";
import { peaksQueries, toPeaks } from "@/components/player/peaks-queries";
import { watchLook } from "@/components/ui/watch-look";
import type { SoundPiece } from "@/lib/films/film-document";
import type { PieceLoudness } from "@/lib/films/plan-sound";
import { toPx } from "../time-scale";
import { gainToShare } from "./level-line";
import { placeBeats } from "./sound-moments";
import { barStepPx, findFullLevel, listBars } from "./wave-bars";

interface PieceWaveProps {
  piece: SoundPiece;
  assetId: string | undefined;
  /** When beats are, in seconds of the sound. */
  beats: readonly number[] | undefined;
  loudness: PieceLoudness;
  /** The part of the piece that is in sight, in its pixels. */
  fromPx: number;
  toPx: number;
  heightPx: number;
  pxPerSecond: number;
  /** Draws the line of levels over it. */
  hasLine: boolean;
}

const barPx = 2;
const linePx = 1.5;
const lineStepPx = 3;
const beatPx = 4;

/** What a piece sounds like, with its beats and the line of its levels. Only what is in sight is drawn. */
export const PieceWave = memo(function PieceWave(props: PieceWaveProps) {
  const { piece, assetId, beats, loudness, fromPx, toPx: endPx, heightPx, pxPerSecond, hasLine } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: peaks } = useQuery({
    ...peaksQueries.detail(assetId ?? ""),
    enabled: assetId !== undefined,
    select: toPeaks,
  });
  const full = useMemo(() => (peaks ? findFullLevel(peaks) : 0), [peaks]);
  const first = Math.floor(fromPx / barStepPx);
  const left = first * barStepPx;
  const width = Math.max(0, Math.ceil(endPx - left));

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const draw = () => {
      const ratio = devicePixelRatio;
      element.width = Math.round(width * ratio);
      element.height = Math.round(heightPx * ratio);
      context.scale(ratio, ratio);
      const { color, outlineColor } = getComputedStyle(element);
      if (peaks) {
        const last = Math.ceil((left + width) / barStepPx);
        const bars = listBars(
          { peaks, full, from: piece.from, pxPerSecond, gainAt: loudness.gainAt },
          first,
          last,
        );
        context.fillStyle = color;
        for (const [index, bar] of bars.entries()) {
          const high = Math.max(1, bar * heightPx);
          context.fillRect(index * barStepPx + 1, (heightPx - high) / 2, barPx, high);
        }
      }
      context.fillStyle = outlineColor;
      for (const ms of beats ? placeBeats(piece, beats, pxPerSecond) : []) {
        const at = Math.round(toPx(ms - piece.atMs, pxPerSecond)) - left;
        context.fillRect(at, heightPx - beatPx, 1, beatPx);
      }
      if (!hasLine) return;
      context.beginPath();
      for (let at = 0; at <= width; at += lineStepPx) {
        const gain = loudness.gainAt(((left + at) * 1_000) / pxPerSecond);
        context.lineTo(at, lineY(gainToShare(gain), heightPx));
      }
      context.strokeStyle = outlineColor;
      context.lineWidth = linePx;
      context.lineJoin = "round";
      context.stroke();
    };
    draw();
    return watchLook(draw);
  }, [peaks, full, piece, beats, loudness, first, left, width, heightPx, pxPerSecond, hasLine]);

  return (
    <canvas
      ref={canvas}
      aria-hidden
      className="pointer-events-none absolute bottom-0.5 text-hue outline-text"
      style={{ left, width, height: heightPx }}
    />
  );
});

/** Where a share of the height is, from the top: the line is drawn whole at both edges. */
export function lineY(share: number, heightPx: number): number {
  return linePx + (1 - share) * (heightPx - 2 * linePx);
}
