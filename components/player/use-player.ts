"use client";

import { useCallback, useSyncExternalStore } from "react";
import type { Player } from "./player";
import { silentSnapshot, type PlayerSnapshot } from "./player-state";
import { studioPlayer } from "./studio-player";
import type { Track } from "./track";

const serverSnapshot = () => silentSnapshot;

/** What the player does, without the time: draws anew when the track, the state, the queue or a setting changes. */
export function usePlayer(): PlayerSnapshot & { player: Player } {
  const snapshot = useSyncExternalStore(studioPlayer.subscribe, studioPlayer.getSnapshot, serverSnapshot);
  return { ...snapshot, player: studioPlayer };
}

/** One thing of what the player does: draws anew only when that changes. `select` gives a value that `Object.is` tells apart. */
export function usePlayerValue<Value>(select: (snapshot: PlayerSnapshot) => Value): Value {
  return useSyncExternalStore(
    studioPlayer.subscribe,
    () => select(studioPlayer.getSnapshot()),
    () => select(silentSnapshot),
  );
}

/**
 * Where a track is heard now, in seconds; null while it is not the current one. Draws anew once for every `stepSeconds`
 * of the sound, and not for other tracks.
 */
export function usePlaybackTime(trackId: string | null, stepSeconds = 0.1): number | null {
  const subscribe = useCallback((listener: () => void) => {
    const leave = [studioPlayer.subscribe(listener), studioPlayer.subscribeTime(listener)];
    return () => leave.forEach((each) => each());
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => {
      if (trackId === null || studioPlayer.getSnapshot().current?.id !== trackId) return null;
      return Math.floor(studioPlayer.getTime().seconds / stepSeconds) * stepSeconds;
    },
    () => null,
  );
}

/** Plays a track from a position, whatever was heard before. */
export function seekTrack(track: Track, startSeconds: number): void {
  studioPlayer.playTrack(track, { startSeconds });
}
