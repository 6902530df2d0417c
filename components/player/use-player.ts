"use client";

import { useSyncExternalStore } from "react";
import type { Player } from "./player";
import { silentSnapshot, type PlayerSnapshot } from "./player-state";
import { studioPlayer, subscribeToPlayback } from "./studio-player";
import type { Track } from "./track";

const serverSnapshot = () => silentSnapshot;

/** The state of the player without the position. */
export function usePlayer(): PlayerSnapshot & { player: Player } {
  const snapshot = useSyncExternalStore(studioPlayer.subscribe, studioPlayer.getSnapshot, serverSnapshot);
  return { ...snapshot, player: studioPlayer };
}

/** One value of the state; re-renders only when it changes by `Object.is`. */
export function usePlayerValue<Value>(select: (snapshot: PlayerSnapshot) => Value): Value {
  return useSyncExternalStore(
    studioPlayer.subscribe,
    () => select(studioPlayer.getSnapshot()),
    () => select(silentSnapshot),
  );
}

/** The position in a track, in seconds; null if it is not the current one. Re-renders once per `stepSeconds`. */
export function usePlaybackTime(trackId: string | null, stepSeconds = 0.1): number | null {
  return useSyncExternalStore(
    subscribeToPlayback,
    () => {
      if (trackId === null || studioPlayer.getSnapshot().current?.id !== trackId) return null;
      return Math.floor(studioPlayer.getTime().seconds / stepSeconds) * stepSeconds;
    },
    () => null,
  );
}

/** Plays a track from a position. */
export function seekTrack(track: Track, startSeconds: number): void {
  studioPlayer.playTrack(track, { startSeconds });
}
