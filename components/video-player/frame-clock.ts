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

/** A moment to a hundredth of a second: 0:03.08. Rounded down, as clocks are. */
export function formatMoment(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-6));
  const minutes = Math.floor(hundredths / 6000);
  const whole = Math.floor(hundredths / 100) % 60;
  return `${minutes}:${String(whole).padStart(2, "0")}.${String(hundredths % 100).padStart(2, "0")}`;
}
