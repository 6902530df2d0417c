import { useState } from "react";
import { formatClock } from "@/lib/i18n/clocks";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
/** The piece to cut out, as typed and in seconds. */
export interface TrimRange {
  /** As typed: `m:ss`. */
  start: string;
  end: string;
  /** Null if the text is not a time. */
  startSeconds: number | null;
  /** At most the duration. */
  endSeconds: number | null;
  durationSeconds: number;
  change(part: { start?: string; end?: string }): void;
}

/** Starts with the whole sound, up to the maximum length of a reference. */
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

/** Parses a time: 1:07, 67 or 1:07.5; null if it is none. */
export function readClock(text: string): number | null {
  const match = /^\s*(?:(\d{1,3})[:：])?(\d{1,4}(?:[.,]\d{1,3})?)\s*$/.exec(text);
  if (!match) return null;
  const [, minutes = "0", seconds = "0"] = match;
  return Number(minutes) * 60 + Number(seconds.replace(",", "."));
}
