"use client";

import { useCallback, useSyncExternalStore } from "react";
import { studioPlayer } from "@/components/player/studio-player";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { findSentenceAt } from "./sentence";

function subscribe(listener: () => void): () => void {
  const leave = [studioPlayer.subscribe(listener), studioPlayer.subscribeTime(listener)];
  return () => leave.forEach((each) => each());
}

/** The sentence that is heard, and whether its words are over: the pause behind it, or the end of the sound. */
export interface HeardSentence {
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
