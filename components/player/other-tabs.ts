import type { Player } from "./player";

const channelName = "reverie.player";

/** One tab sounds at a time: when this one starts, it tells the others, and it pauses when another one starts. */
export function pauseForOtherTabs(player: Pick<Player, "subscribe" | "getSnapshot" | "pause">): () => void {
  const channel = new BroadcastChannel(channelName);
  let sounded = false;
  function tell() {
    const sounds = player.getSnapshot().state === "playing";
    if (sounds && !sounded) channel.postMessage("started");
    sounded = sounds;
  }
  channel.addEventListener("message", () => player.pause());
  const unsubscribe = player.subscribe(tell);
  tell();
  return () => {
    unsubscribe();
    channel.close();
  };
}
