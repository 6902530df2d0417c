"use client";

import { useCallback, useSyncExternalStore } from "react";
import { studioPlayer, subscribeToPlayback } from "@/components/player/studio-player";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";

/** The spoken sentence, and whether its words are over: in the pause behind it, or at the end. */
interface HeardSentence {
  index: number | null;
  over: boolean;
}

/**
 * Returns the sentence being spoken; none for tracks that are not current. Derived from the position, so rate, seeking
 * and switching takes need no extra handling. Re-renders twice a sentence.
 */
export function useSpokenSentence(trackId: string | null, sentences: readonly Sentence[]): HeardSentence {
  const readTime = useCallback(() => {
    const isHeard = trackId !== null && studioPlayer.getSnapshot().current?.id === trackId;
    return isHeard ? studioPlayer.getTime().seconds * 1000 : null;
  }, [trackId]);
  const readIndex = useCallback(() => {
    const timeMs = readTime();
    return timeMs === null ? null : findSentenceAt(sentences, timeMs);
  }, [readTime, sentences]);
  const readOver = useCallback(() => {
    const index = readIndex();
    return index !== null && (readTime() ?? 0) >= sentences[index]!.endMs;
  }, [readIndex, readTime, sentences]);
  return {
    index: useSyncExternalStore(subscribeToPlayback, readIndex, () => null),
    over: useSyncExternalStore(subscribeToPlayback, readOver, () => false),
  };
}

/** Players seek to the start of an audio frame, up to this much early. */
const seekToleranceMs = 40;

/**
 * Returns the index of the sentence at a time; null before the first. A pause belongs to the sentence before it, so
 * that the highlight does not flicker. Sentences must be ordered by start.
 */
export function findSentenceAt(
  sentences: readonly Pick<Sentence, "startMs">[],
  timeMs: number,
): number | null {
  let low = 0;
  let high = sentences.length;
  // `low` ends at the first sentence that has not started.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sentences[middle]!.startMs <= timeMs + seekToleranceMs) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: (_index, count) => count - 1,
};
const mirrored: Record<string, string> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/**
 * Returns the sentence that a key moves to: arrows to the neighbours, Home and End to the ends; null for other keys.
 *
 * @param rightToLeft the left arrow moves forward
 */
export function stepSentence(key: string, index: number, count: number, rightToLeft = false): number | null {
  const step = steps[rightToLeft ? (mirrored[key] ?? key) : key];
  return step ? Math.min(count - 1, Math.max(0, step(index, count))) : null;
}
