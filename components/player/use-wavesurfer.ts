"use client";

import { useEffect, useState, type RefObject } from "react";
import type WaveSurfer from "wavesurfer.js";
import { watchLook } from "@/components/ui/watch-look";
import { barGapPx, barWidthPx, toChannel, type Peaks } from "./peaks";
import type { WaveMedia } from "./wave-media";

export interface WaveSurferSource {
  /** What is drawn; null destroys the wave. */
  peaks: Peaks | null;
  /** Where it is heard. */
  media: WaveMedia;
  /** Another value reads the colours of the style sheet anew. */
  look: string | undefined;
}

const shape = {
  height: "auto",
  barWidth: barWidthPx,
  barGap: barGapPx,
  // Rounder than a bar is wide: the canvas makes it a half circle at any pixel ratio.
  barRadius: 100,
  // Silence is a dot.
  barMinHeight: barWidthPx,
  cursorWidth: 0,
  hideScrollbar: true,
  // A native slider lies over the wave: it takes pointer, touch, keys and screen readers alike.
  interact: false,
} as const;

/**
 * Draws peaks with wavesurfer.js in an element, in its colour for what was heard and its parent's for what was not.
 * The library is fetched with the first wave, and a wave is destroyed with its element. Null until it is there.
 */
export function useWaveSurfer(
  mountRef: RefObject<HTMLElement | null>,
  { peaks, media, look }: WaveSurferSource,
): WaveSurfer | null {
  const [wave, setWave] = useState<WaveSurfer | null>(null);
  const wanted = peaks !== null;

  useEffect(() => {
    const mount = mountRef.current;
    if (!wanted || !mount) return;
    let created: WaveSurfer | null = null;
    let left = false;
    void import("wavesurfer.js").then(({ default: WaveSurfer }) => {
      if (left) return;
      created = WaveSurfer.create({
        ...shape,
        container: mount,
        media: media as unknown as HTMLMediaElement,
      });
      created.on("error", reportError);
      created.on("ready", () => media.announce());
      setWave(created);
    });
    return () => {
      left = true;
      created?.destroy();
      setWave(null);
    };
  }, [mountRef, media, wanted]);

  useEffect(() => {
    if (wave && peaks) void wave.load("", [toChannel(peaks.levels)], peaks.durationSeconds);
  }, [wave, peaks]);

  useEffect(() => {
    const mount = mountRef.current;
    if (!wave || !mount) return;
    // A canvas knows neither the style sheet nor the screen it is on.
    const paint = () => {
      const waveColor = getComputedStyle(mount.parentElement ?? mount).color;
      wave.setOptions({ waveColor, progressColor: getComputedStyle(mount).color });
    };
    paint();
    return watchLook(paint);
  }, [mountRef, wave, look]);

  return wave;
}
