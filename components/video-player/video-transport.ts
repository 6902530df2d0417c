import type { PlaybackProblem, PlaybackState } from "@/components/player/player-state";

/** All that is known of what plays, but the time, which changes too often for it. */
export interface VideoSnapshot {
  state: PlaybackState;
  problem: PlaybackProblem | null;
  durationSeconds: number;
  loop: boolean;
  /** 0.25 to 2; the pitch stays. */
  rate: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
}

export const videoRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** One video, or two in step: what the controls and the keys of a player work on. */
export interface VideoTransport {
  /** Null where nobody knows the frame rate: then there is no stepping by frames. */
  readonly clock: FrameClock | null;
  readonly hasSound: boolean;
  subscribe(listener: () => void): () => void;
  getSnapshot(): VideoSnapshot;
  /** Called on every frame while it plays, and whenever the position jumps. */
  subscribeTime(listener: () => void): () => void;
  getSeconds(): number;
  /** What is here already, as pairs of seconds. */
  listBuffered(): readonly (readonly [number, number])[];
  play(): void;
  pause(): void;
  toggle(): void;
  seek(seconds: number): void;
  /** Pauses and shows the next frame, or the one before. */
  stepFrame(by: 1 | -1): void;
  setRate(rate: number): void;
  setLoop(loop: boolean): void;
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  /** Loads it again after a problem and goes on where it was. */
  retry(): void;
}

/** The last moment at which something is to be seen: the middle of the last frame. */
export function lastMoment({ clock, getSnapshot }: Pick<VideoTransport, "clock" | "getSnapshot">): number {
  if (clock && clock.frameCount > 0) return (clock.frameCount - 0.5) / clock.frameRate;
  return Math.max(0, getSnapshot().durationSeconds - 0.05);
}

/** The next slower or faster of the speeds that are offered. */
export function changeRate(transport: Pick<VideoTransport, "getSnapshot" | "setRate">, by: 1 | -1): void {
  const { rate } = transport.getSnapshot();
  const next = videoRates[videoRates.findIndex((each) => each === rate) + by];
  if (next !== undefined) transport.setRate(next);
}

/** By what frames of a video are counted. */
export interface FrameClock {
  /** Frames a second. */
  frameRate: number;
  /** How many there are. */
  frameCount: number;
}

/** Times are kept as fractions: one that belongs to a frame may lie this share of a frame before it. */
const rounding = 0.02;

/** The frame that is shown at a moment, from 0. */
export function frameAt(seconds: number, { frameRate, frameCount }: FrameClock): number {
  const frame = Math.floor(seconds * frameRate + rounding);
  return Math.min(Math.max(0, frame), Math.max(0, frameCount - 1));
}

/**
 * A moment within a frame at which every browser shows that frame: some show the one that has begun, some the one that is
 * nearest, so that it is past the frame's beginning and far from the next one's.
 */
export function momentOfFrame(frame: number, { frameRate, frameCount }: FrameClock): number {
  const wanted = Math.min(Math.max(0, frame), Math.max(0, frameCount - 1));
  return (wanted + 0.25) / frameRate;
}

/** What can be told to make way. */
export interface Showing {
  pause(): void;
}

let showing: Showing | null = null;

/** One video plays at a time: the one that begins pauses the one before. */
export function takeScreen(next: Showing): void {
  if (showing && showing !== next) showing.pause();
  showing = next;
}

/** What is gone need not be paused. */
export function leaveScreen(gone: Showing): void {
  if (showing === gone) showing = null;
}
