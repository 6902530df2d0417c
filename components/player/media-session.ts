import type { Player } from "./player";
import { isPlaying } from "./player-state";
import type { Track } from "./track";

/** The jump of media keys that give no offset. */
const jumpSeconds = 10;

/** The part of MediaSession that is used. */
type SystemSession = Pick<
  MediaSession,
  "metadata" | "playbackState" | "setActionHandler" | "setPositionState"
>;

/** Connects the system's media controls (media keys, lock screen, headset) to the player. */
export function connectMediaSession(
  player: Player,
  session: SystemSession | null = findSession(),
): () => void {
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
    session!.playbackState = current ? (isPlaying(state) ? "playing" : "paused") : "none";
    const { seconds, durationSeconds } = player.getTime();
    if (durationSeconds > 0) {
      session!.setPositionState({
        duration: durationSeconds,
        playbackRate: rate,
        position: Math.min(seconds, durationSeconds),
      });
    }
  }
  // The system extrapolates the position; only jumps must be reported.
  let lastSeconds = 0;
  function showJump() {
    const { seconds } = player.getTime();
    const jumped = Math.abs(seconds - lastSeconds) > 1;
    lastSeconds = seconds;
    if (jumped) show();
  }
  const unsubscribe = [player.subscribe(show), player.subscribeTime(showJump)];
  show();
  return () => {
    unsubscribe.forEach((each) => each());
    for (const action of actions) session.setActionHandler(action, null);
    session.metadata = null;
    session.playbackState = "none";
  };
}

/** Shown as the artist: which of several audio files it is, and how it was generated. */
function describe({ title, part, subtitle }: Track): MediaMetadataInit {
  const artist = [part?.name, subtitle].filter((words) => words).join(", ");
  return { title, ...(artist === "" ? {} : { artist }), album: "Reverie" };
}

function findSession(): MediaSession | null {
  return "mediaSession" in navigator ? navigator.mediaSession : null;
}
