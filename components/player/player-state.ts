import { emptyQueue, type Queue, updateInQueue } from "./queue";
import type { Track } from "./track";

/**
 * `loading`: requested, not audible yet. `waiting`: out of data, for example because the service has generated no more
 * yet. `failed`: see `problem`.
 */
export type PlaybackState = "idle" | "loading" | "playing" | "waiting" | "paused" | "ended" | "failed";

/**
 * `gone`: the file no longer exists. `undecodable`: this browser cannot decode it. `blocked`: the browser blocks
 * playback before a press. `unreachable`: the studio does not respond. `broke-off`: the stream ended early; what has
 * arrived plays.
 */
export type PlaybackProblem = "gone" | "undecodable" | "blocked" | "unreachable" | "signed-out" | "broke-off";

/** Two takes compared at the same position. */
export interface Comparison {
  a: Track;
  b: Track;
}

/** The state of the player without the position, which changes too often. */
export interface PlayerSnapshot {
  current: Track | null;
  state: PlaybackState;
  problem: PlaybackProblem | null;
  queue: Queue;
  comparison: Comparison | null;
  /** 0.5 to 2; the pitch is preserved. */
  rate: number;
  /** From 0 to 1. */
  volume: number;
  muted: boolean;
}

/** The state on the server, and in the browser before anything plays. */
export const silentSnapshot: PlayerSnapshot = {
  current: null,
  state: "idle",
  problem: null,
  queue: emptyQueue,
  comparison: null,
  rate: 1,
  volume: 1,
  muted: false,
};

export interface PlaybackTime {
  seconds: number;
  /** The full length; for a stream, what has arrived. */
  durationSeconds: number;
}

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Whether the play button pauses in this state. */
export function isPlaying(state: PlaybackState): boolean {
  return state === "playing" || state === "loading" || state === "waiting";
}

/** Ends a comparison when a track is played that is neither of the two. */
export function keepComparison(comparison: Comparison | null, track: Track): Comparison | null {
  return comparison && [comparison.a.id, comparison.b.id].includes(track.id) ? comparison : null;
}

/**
 * Returns what new facts about a track change: a stream became a file, a take is partial. Null if the player does not
 * have the track or already knows better.
 */
export function applyTrackUpdate(
  { queue, current, comparison }: PlayerSnapshot,
  track: Track,
): Partial<PlayerSnapshot> | null {
  const known = queue.tracks.find(({ id }) => id === track.id);
  // A file never becomes a stream again, whatever a late update says.
  if (!known || (track.live && !known.live)) return null;
  const isCurrent = current?.id === track.id;
  const brokeOff = isCurrent && current.live && track.partial;
  const renew = (compared: Track) => (compared.id === track.id ? track : compared);
  return {
    queue: updateInQueue(queue, track),
    ...(isCurrent ? { current: track } : {}),
    ...(comparison ? { comparison: { a: renew(comparison.a), b: renew(comparison.b) } } : {}),
    ...(brokeOff ? { problem: "broke-off" as const } : {}),
  };
}

/**
 * Orders two tracks as A and B: the older one, or the original of a cover, is A; if that is unknown, the current one.
 */
export function orderComparison(current: Track, other: Track): Comparison {
  return isOlder(other, current) ? { a: other, b: current } : { a: current, b: other };
}

function isOlder(left: Track, right: Track): boolean {
  // An uploaded original is older than what was generated from it.
  if (left.generationId === undefined && right.generationId !== undefined) return true;
  if (left.createdAt === undefined || right.createdAt === undefined) return false;
  if (left.generationId === right.generationId) return left.outputIndex < right.outputIndex;
  return Date.parse(left.createdAt) < Date.parse(right.createdAt);
}

/** Feeds the audio element from a stream. */
export interface LiveSource {
  /** Seconds of audio that can be played now. */
  readonly availableSeconds: number;
  /** Whether the element can seek there without being fed again. */
  covers(seconds: number): boolean;
  /** Releases the element; nothing is fed afterwards. */
  detach(): void;
}

export interface LiveSourceEvents {
  /** The element has its source and can be played. */
  onAttached(): void;
  /** More audio has arrived. */
  onGrown(): void;
  /** All audio has arrived. */
  onComplete(): void;
  onProblem(problem: PlaybackProblem): void;
}

/** Settings remembered by this browser. */
export interface PlayerPreferences {
  volume: number;
  muted: boolean;
}

/** What the player needs of the browser; tests supply their own. */
export interface PlayerPorts {
  createAudio(): HTMLAudioElement;
  attachLive(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource;
  /** Finds out by HTTP why a URL does not play; null if the file is there. */
  diagnose(url: string): Promise<PlaybackProblem | null>;
  readPreferences(): PlayerPreferences;
  writePreferences(preferences: PlayerPreferences): void;
  requestFrame(callback: () => void): void;
}
