import { emptyQueue, type Queue } from "./queue";
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
