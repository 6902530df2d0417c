"use client";

import { useEffect, useState } from "react";
import type { LiveSoundSnapshot } from "./live/live-sound";
import { canFeed } from "./live/attach-live";
import type { Track } from "./track";
import { usePlayerValue } from "./use-player";

/**
 * What is here of a sound in the making; null for other sounds, where this browser plays the address itself, and where
 * enough streams are open already.
 */
export function useLiveSound(track: Track): LiveSoundSnapshot | null {
  const { id, url, live, mimeType } = track;
  // What is heard is held by the player; what was heard from the stream keeps its wave until the file's own is there.
  const heard = usePlayerValue(({ current }) => current?.id === id);
  const [snapshot, setSnapshot] = useState<LiveSoundSnapshot | null>(null);

  useEffect(() => {
    if (!live || !canFeed(mimeType)) return;
    let left = false;
    let leave = () => {};
    // A script of the studio that does not come leaves a row without its wave, and nothing else.
    void import("./live/live-sounds").then(({ holdLiveSound, mayShowLiveSound }) => {
      if (left || (!heard && !mayShowLiveSound(id))) return;
      const { sound, release } = holdLiveSound(id, url);
      const show = () => setSnapshot(sound.getSnapshot());
      show();
      const unsubscribe = sound.subscribe(show);
      leave = () => {
        unsubscribe();
        release();
      };
    });
    return () => {
      left = true;
      leave();
    };
  }, [id, url, live, mimeType, heard]);

  return snapshot;
}
