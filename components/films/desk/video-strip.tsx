"use client";

import { type CSSProperties, useCallback, useEffect } from "react";
import { stripFrames } from "@/lib/media/video-strip";
import { SharedValue, useShared } from "../timeline/shared-value";

const stripAddress = (assetId: string) => `/api/media/${assetId}/strip`;

/** More than the server takes for one. */
const patienceMs = 150_000;

/** The videos whose strips are there. */
const ready = new SharedValue<ReadonlySet<string>>(new Set());
/** By video, how many parts wait for its strip. */
const waiting = new Map<string, number>();
let isLoading = false;

function waitFor(assetId: string): (() => void) | undefined {
  if (ready.read().has(assetId)) return undefined;
  waiting.set(assetId, (waiting.get(assetId) ?? 0) + 1);
  void loadWaiting();
  return () => {
    const parts = waiting.get(assetId) ?? 0;
    if (parts > 1) waiting.set(assetId, parts - 1);
    else waiting.delete(assetId);
  };
}

/**
 * One after the other, since the server may have to make them, and pictures and sounds of the film don't wait for that. First the one
 * that came into sight last.
 */
async function loadWaiting(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  for (;;) {
    const assetId = [...waiting.keys()].at(-1);
    if (assetId === undefined) break;
    if (await hasStrip(assetId)) ready.set(new Set([...ready.read(), assetId]));
    waiting.delete(assetId);
  }
  isLoading = false;
}

/** Without one, the first frame of the video is shown, and the next part that shows it asks again. */
async function hasStrip(assetId: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    return (await fetch(stripAddress(assetId), { priority: "low", signal })).ok;
  } catch {
    // Offline, or it took too long.
    return false;
  }
}

/** The address of a video's strip (lib/media/video-strip.ts) once it is there. */
export function useVideoStrip(assetId: string): string | undefined {
  useEffect(() => waitFor(assetId), [assetId]);
  const isReady = useShared(
    ready,
    useCallback((assets) => assets.has(assetId), [assetId]),
  );
  return isReady ? stripAddress(assetId) : undefined;
}

interface StripFrameProps {
  /** Of the strip. */
  address: string;
  /** Which of its frames. */
  index: number;
  className: string;
  style?: CSSProperties;
}

/** A frame of a strip, as large as its box. */
export function StripFrame({ address, index, className, style }: StripFrameProps) {
  return (
    <span
      aria-hidden
      data-strip-frame={index}
      className={className}
      style={{
        ...style,
        backgroundImage: `url("${address}")`,
        backgroundSize: `${stripFrames * 100}% 100%`,
        backgroundPosition: `${(index / (stripFrames - 1)) * 100}% 0`,
      }}
    />
  );
}
