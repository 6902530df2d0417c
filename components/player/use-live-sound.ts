"use client";

import { useEffect, useState } from "react";
import { canFeed } from "./live/attach-live";
import type { LiveSoundSnapshot } from "./live/live-sound";
import type { Track } from "./track";
import { usePlayerValue } from "./use-player";

/**
 * What is here of a sound in the making. When it has become a file, what came of the stream stays until `wanted` ends.
 * Null for sounds that were not streamed here, where this browser plays the address itself, and where enough streams are
 * open already.
 */
export function useLiveSound(track: Track, wanted = true): LiveSoundSnapshot | null {
  const { id, url, live, mimeType } = track;
  const heard = usePlayerValue(({ current }) => current?.id === id);
  const [snapshot, setSnapshot] = useState<LiveSoundSnapshot | null>(null);
  const [stream, setStream] = useState<{ id: string; url: string } | null>(null);
  if (live && canFeed(mimeType) && stream?.url !== url) setStream({ id, url });
  const streamUrl = wanted && stream?.id === id ? stream.url : null;

  useEffect(() => {
    if (streamUrl === null) return;
    let left = false;
    let leave = () => {};
    // A script of the studio that does not come leaves a row without its wave, and nothing else.
    void import("./live/live-sounds").then(({ holdLiveSound, mayShowLiveSound }) => {
      if (left || (!heard && !mayShowLiveSound(id))) return;
      const { sound, release } = holdLiveSound(id, streamUrl);
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
  }, [id, streamUrl, heard]);

  return streamUrl === null ? null : snapshot;
}
