import type { PlaybackState } from "./player-state";

const channelName = "reverie.player";

/** Something audible: the studio's player, or a video. */
interface Sounding {
  subscribe(listener: () => void): () => void;
  getSnapshot(): { state: PlaybackState };
  pause(): void;
}

/**
 * Only one thing plays aloud, across all tabs: starting announces the time, and everything that started earlier pauses.
 * Of two simultaneous starts, the later one continues.
 */
export function pauseForOtherTabs(player: Sounding): () => void {
  const channel = new BroadcastChannel(channelName);
  let sounded = false;
  let startedAtMs = 0;
  function tell() {
    const sounds = player.getSnapshot().state === "playing";
    if (sounds && !sounded) {
      startedAtMs = performance.timeOrigin + performance.now();
      channel.postMessage(startedAtMs);
    }
    sounded = sounds;
  }
  channel.addEventListener("message", ({ data }: MessageEvent<number>) => {
    if (data > startedAtMs) player.pause();
  });
  const unsubscribe = player.subscribe(tell);
  tell();
  return () => {
    unsubscribe();
    channel.close();
  };
}
