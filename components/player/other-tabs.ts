import type { PlaybackState } from "./player-state";

const channelName = "reverie.player";

/** What can be heard: the studio's player, or a video. */
interface Sounding {
  subscribe(listener: () => void): () => void;
  getSnapshot(): { state: PlaybackState };
  pause(): void;
}

/**
 * One thing sounds at a time, in this tab and in all others: when it starts, it tells the others when it did, and it
 * pauses when another one has started after it. Of two that start together, the later one goes on.
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
