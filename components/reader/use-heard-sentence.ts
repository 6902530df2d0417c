"use client";

import { useCallback, useSyncExternalStore } from "react";
import { studioPlayer } from "@/components/player/studio-player";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";

function subscribe(listener: () => void): () => void {
  const leave = [studioPlayer.subscribe(listener), studioPlayer.subscribeTime(listener)];
  return () => leave.forEach((each) => each());
}

/** The sentence that is heard, and whether its words are over: the pause behind it, or the end of the sound. */
interface HeardSentence {
  index: number | null;
  over: boolean;
}

/**
 * The sentence that is being heard; none while another track, or none, is in the player. It goes by the position in the
 * sound, so speed, seeking and changing between takes need nothing more. Draws anew twice a sentence.
 */
export function useHeardSentence(trackId: string | null, sentences: readonly Sentence[]): HeardSentence {
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
    index: useSyncExternalStore(subscribe, readIndex, () => null),
    over: useSyncExternalStore(subscribe, readOver, () => false),
  };
}

/** A player lands this much before where it was sent: the frames of a sound are no finer. */
const seekToleranceMs = 40;

/**
 * The index of the sentence that is heard at a time; null before the first. A pause belongs to the sentence before it,
 * so that nothing goes out and on again between two. The sentences must be in the order of their starts.
 */
export function findSentenceAt(
  sentences: readonly Pick<Sentence, "startMs">[],
  timeMs: number,
): number | null {
  let low = 0;
  let high = sentences.length;
  // The first sentence that has not begun yet stands at `low` in the end.
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
 * Where a key leads from a sentence: arrows to the neighbours, Home and End to the ends. Null for every other key.
 *
 * @param rightToLeft the text is written from the right, where the left arrow points forward
 */
export function stepSentence(key: string, index: number, count: number, rightToLeft = false): number | null {
  const step = steps[rightToLeft ? (mirrored[key] ?? key) : key];
  return step ? Math.min(count - 1, Math.max(0, step(index, count))) : null;
}
