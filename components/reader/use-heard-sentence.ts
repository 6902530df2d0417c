"use client";

import { useCallback, useSyncExternalStore } from "react";
import { studioPlayer } from "@/components/player/studio-player";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { findSentenceAt } from "./sentence";

function subscribe(listener: () => void): () => void {
  const leave = [studioPlayer.subscribe(listener), studioPlayer.subscribeTime(listener)];
  return () => leave.forEach((each) => each());
}

const none = () => null;

/**
 * The index of the sentence that is being heard; null while another track, or none, is in the player. It goes by the
 * position in the sound, so speed, seeking and changing between takes need nothing more. Draws anew once a sentence.
 */
export function useHeardSentence(trackId: string | null, sentences: readonly Sentence[]): number | null {
  const read = useCallback(() => {
    if (trackId === null || studioPlayer.getSnapshot().current?.id !== trackId) return null;
    return findSentenceAt(sentences, studioPlayer.getTime().seconds * 1000);
  }, [trackId, sentences]);
  return useSyncExternalStore(subscribe, read, none);
}
