import type { PlaybackProblem, PlaybackState } from "@/components/player/player-state";

/** The state of a player without the position, which changes too often. */
export interface VideoSnapshot {
  state: PlaybackState;
  problem: PlaybackProblem | null;
  durationSeconds: number;
  loop: boolean;
  /** 0.25 to 2; the pitch is preserved. */
  rate: number;
  /** From 0 to 1. */
  volume: number;
  muted: boolean;
}

export const videoRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** One video, or two in step: what controls and keys act on. */
export interface VideoTransport {
  /** Null if the frame rate is unknown: then frames cannot be stepped. */
  readonly clock: FrameClock | null;
  readonly hasSound: boolean;
  subscribe(listener: () => void): () => void;
  getSnapshot(): VideoSnapshot;
  /** Called on every frame during playback, and when the position jumps. */
  subscribeTime(listener: () => void): () => void;
  getSeconds(): number;
  /** Buffered ranges as pairs of seconds. */
  listBuffered(): readonly (readonly [number, number])[];
  play(): void;
  pause(): void;
  toggle(): void;
  seek(seconds: number): void;
  /** Pauses and shows the next or previous frame. */
  stepFrame(by: 1 | -1): void;
  setRate(rate: number): void;
  setLoop(loop: boolean): void;
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  /** Loads the video again after a problem and continues. */
  retry(): void;
}

/** The last visible moment: the middle of the last frame. */
export function lastMoment({ clock, getSnapshot }: Pick<VideoTransport, "clock" | "getSnapshot">): number {
  if (clock && clock.frameCount > 0) return (clock.frameCount - 0.5) / clock.frameRate;
  return Math.max(0, getSnapshot().durationSeconds - 0.05);
}

/** Changes to the next slower or faster rate. */
export function changeRate(transport: Pick<VideoTransport, "getSnapshot" | "setRate">, by: 1 | -1): void {
  const { rate } = transport.getSnapshot();
  const next = videoRates[videoRates.findIndex((each) => each === rate) + by];
  if (next !== undefined) transport.setRate(next);
}

/** Maps between times and frame numbers. */
export interface FrameClock {
  /** Frames per second. */
  frameRate: number;
  /** Number of frames. */
  frameCount: number;
}

/** Times are rounded: a frame's time may be early by this share of a frame. */
const rounding = 0.02;

/** Returns the frame shown at a time, from 0. */
export function frameAt(seconds: number, { frameRate, frameCount }: FrameClock): number {
  const frame = Math.floor(seconds * frameRate + rounding);
  return Math.min(Math.max(0, frame), Math.max(0, frameCount - 1));
}

/**
 * Returns a time at which every browser shows the frame: some show the frame that has started, some the nearest one.
 */
export function momentOfFrame(frame: number, { frameRate, frameCount }: FrameClock): number {
  const wanted = Math.min(Math.max(0, frame), Math.max(0, frameCount - 1));
  return (wanted + 0.25) / frameRate;
}

/** Something that can be paused. */
export interface Pausable {
  pause(): void;
}

let currentVideo: Pausable | null = null;

/** Lets one video play at a time: the new one pauses the previous one. */
export function claimPlayback(next: Pausable): void {
  if (currentVideo && currentVideo !== next) currentVideo.pause();
  currentVideo = next;
}

/** Forgets a video that was removed. */
export function releasePlayback(removed: Pausable): void {
  if (currentVideo === removed) currentVideo = null;
}
