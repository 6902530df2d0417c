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
