import { emptyQueue, type Queue, updateInQueue } from "./queue";
import type { Track } from "./track";

/**
 * `loading`: asked for and nothing sounds yet. `waiting`: it has run dry, for example since the service has not made
 * more yet. `failed`: `problem` says why.
 */
export type PlaybackState = "idle" | "loading" | "playing" | "waiting" | "paused" | "ended" | "failed";

/**
 * `gone`: the file is no longer there. `undecodable`: this browser cannot decode it. `blocked`: the browser plays nothing
 * before the person presses. `unreachable`: the studio does not answer. `signed-out`. `broke-off`: the stream ended before
 * the sound did; what had come plays.
 */
export type PlaybackProblem = "gone" | "undecodable" | "blocked" | "unreachable" | "signed-out" | "broke-off";

/** Two takes that are heard in turn at the same position. */
export interface Comparison {
  a: Track;
  b: Track;
}

/** All that is known of the player but the time, which changes too often for it. */
export interface PlayerSnapshot {
  current: Track | null;
  state: PlaybackState;
  problem: PlaybackProblem | null;
  queue: Queue;
  comparison: Comparison | null;
  /** 0.5 to 2; the pitch stays. */
  rate: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
}

/** What the server renders with, and the browser before anything was played. */
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
  /** The whole length; of a sound in the making, what has come of it. */
  durationSeconds: number;
}

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Whether a press on play would pause. */
export function isSounding(state: PlaybackState): boolean {
  return state === "playing" || state === "loading" || state === "waiting";
}

/** What stays of a comparison when this track is played: it ends with a track that is neither of the two. Pure. */
export function keepComparison(comparison: Comparison | null, track: Track): Comparison | null {
  return comparison && [comparison.a.id, comparison.b.id].includes(track.id) ? comparison : null;
}

/**
 * What news of a track changes: a stream that became a file, a partial take. Null where the player does not have it, or
 * knows better. Pure.
 */
export function learnTrack(
  { queue, current, comparison }: PlayerSnapshot,
  track: Track,
): Partial<PlayerSnapshot> | null {
  const known = queue.tracks.find(({ id }) => id === track.id);
  // A file does not go back to being a stream, whatever late news says.
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

/** Two tracks as A and B: the older one is A, as is the original of a cover, and what is heard now where that cannot be told. Pure. */
export function orderComparison(current: Track, other: Track): Comparison {
  return isOlder(other, current) ? { a: other, b: current } : { a: current, b: other };
}

function isOlder(left: Track, right: Track): boolean {
  // What was brought along was there before what was made of it.
  if (left.generationId === undefined && right.generationId !== undefined) return true;
  if (left.createdAt === undefined || right.createdAt === undefined) return false;
  if (left.generationId === right.generationId) return left.outputIndex < right.outputIndex;
  return Date.parse(left.createdAt) < Date.parse(right.createdAt);
}

/** What feeds the audio element while a sound is being made. */
export interface LiveSource {
  /** Seconds of the sound that can be played now. */
  readonly availableSeconds: number;
  /** Whether the element can go to that position without being fed anew. */
  covers(seconds: number): boolean;
  /** Lets go of the element; nothing is fed after it. */
  detach(): void;
}

export interface LiveSourceEvents {
  /** The element has its source: it can be told to play. */
  onAttached(): void;
  /** More has come. */
  onGrown(): void;
  /** All has come. */
  onComplete(): void;
  onProblem(problem: PlaybackProblem): void;
}

/** What a person chose and this browser remembers. */
export interface PlayerPreferences {
  volume: number;
  muted: boolean;
}

/** What the player needs of the browser; tests give their own. */
export interface PlayerPorts {
  createAudio(): HTMLAudioElement;
  attachLive(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource;
  /** Why an address does not play, as its HTTP answer tells; null when it is there. */
  diagnose(url: string): Promise<PlaybackProblem | null>;
  readPreferences(): PlayerPreferences;
  writePreferences(preferences: PlayerPreferences): void;
  requestFrame(callback: () => void): void;
}
