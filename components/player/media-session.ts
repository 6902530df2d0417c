import type { Player } from "./player";
import { isSounding } from "./player-state";
import type { Track } from "./track";

/** How far the keys of a headset or a phone's lock screen jump, where they do not say. */
const jumpSeconds = 10;

/** Lets the system's own player (media keys, lock screen, headset) show and steer this one. */
export function connectMediaSession(player: Player, session = findSession()): () => void {
  if (!session) return () => {};
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => player.play(),
    pause: () => player.pause(),
    stop: () => player.pause(),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) player.seek(seekTime);
    },
    seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ?? jumpSeconds)),
    seekforward: ({ seekOffset }) => player.seekBy(seekOffset ?? jumpSeconds),
    previoustrack: () => player.previous(),
    nexttrack: () => player.next(),
  };
  const actions = Object.keys(handlers) as MediaSessionAction[];
  for (const action of actions) session.setActionHandler(action, handlers[action] ?? null);

  let shown: Track | null = null;
  function show() {
    const { current, state, rate } = player.getSnapshot();
    if (current !== shown) {
      shown = current;
      session!.metadata = current ? new MediaMetadata(describe(current)) : null;
    }
    session!.playbackState = current ? (isSounding(state) ? "playing" : "paused") : "none";
    const { seconds, durationSeconds } = player.getTime();
    if (durationSeconds > 0) {
      session!.setPositionState({
        duration: durationSeconds,
        playbackRate: rate,
        position: Math.min(seconds, durationSeconds),
      });
    }
  }
  // The system counts on by itself between changes; jumps are what it must be told.
  let lastSeconds = 0;
  function showJump() {
    const { seconds } = player.getTime();
    const jumped = Math.abs(seconds - lastSeconds) > 1;
    lastSeconds = seconds;
    if (jumped) show();
  }
  const leave = [player.subscribe(show), player.subscribeTime(showJump)];
  show();
  return () => {
    leave.forEach((each) => each());
    for (const action of actions) session.setActionHandler(action, null);
    session.metadata = null;
    session.playbackState = "none";
  };
}

/** Where a song has its artist: which of several sounds it is, and how it was made. */
function describe({ title, part, subtitle }: Track): MediaMetadataInit {
  const artist = [part?.name, subtitle].filter((words) => words).join(", ");
  return { title, ...(artist === "" ? {} : { artist }), album: "Reverie" };
}

function findSession(): MediaSession | null {
  return "mediaSession" in navigator ? navigator.mediaSession : null;
}
