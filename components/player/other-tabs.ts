import type { PlaybackState } from "./player-state";

const channelName = "reverie.player";

/** Something audible: the studio's player, or a video. */
interface AudibleSource {
  subscribe(listener: () => void): () => void;
  getSnapshot(): { state: PlaybackState };
  pause(): void;
}

/**
 * Only one thing plays aloud, across all tabs: starting announces the time, and everything that started earlier pauses.
 * Of two simultaneous starts, the later one continues.
 */
export function pauseForOtherTabs(player: AudibleSource): () => void {
  const channel = new BroadcastChannel(channelName);
  let wasPlaying = false;
  let startedAtMs = 0;
  function announceStart() {
    const isPlaying = player.getSnapshot().state === "playing";
    if (isPlaying && !wasPlaying) {
      startedAtMs = performance.timeOrigin + performance.now();
      channel.postMessage(startedAtMs);
    }
    wasPlaying = isPlaying;
  }
  channel.addEventListener("message", ({ data }: MessageEvent<number>) => {
    if (data > startedAtMs) player.pause();
  });
  const unsubscribe = player.subscribe(announceStart);
  announceStart();
  return () => {
    unsubscribe();
    channel.close();
  };
}
