import { useState } from "react";
import { formatClock } from "@/lib/i18n/units";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
/** The piece that is to be cut out of a sound, as it is written and as it is understood. */
export interface TrimRange {
  /** As typed, `m:ss`. */
  start: string;
  end: string;
  /** Null while what is typed is no time. */
  startSeconds: number | null;
  /** Never later than the sound ends. */
  endSeconds: number | null;
  durationSeconds: number;
  change(part: { start?: string; end?: string }): void;
}

/** Begins as the whole sound, or as much of it as a reference may be long. */
export function useTrimRange(durationSeconds: number): TrimRange {
  const [written, setWritten] = useState({
    start: formatClock(0),
    end: formatClock(Math.min(durationSeconds, REFERENCE_AUDIO_LIMITS.secondsMax)),
  });
  const endSeconds = readClock(written.end);
  return {
    ...written,
    startSeconds: readClock(written.start),
    endSeconds: endSeconds === null ? null : Math.min(endSeconds, durationSeconds),
    durationSeconds,
    change: (part) => setWritten((before) => ({ ...before, ...part })),
  };
}

/** Seconds of a time as people type it: 1:07, 67 or 1:07.5; null where it is none. */
export function readClock(text: string): number | null {
  const match = /^\s*(?:(\d{1,3})[:：])?(\d{1,4}(?:[.,]\d{1,3})?)\s*$/.exec(text);
  if (!match) return null;
  const [, minutes = "0", seconds = "0"] = match;
  return Number(minutes) * 60 + Number(seconds.replace(",", "."));
}
