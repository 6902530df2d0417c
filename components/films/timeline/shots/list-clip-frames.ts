import { findStripFrame } from "@/lib/media/video-strip";

/** Frames of one clip, however far the timeline is zoomed in. */
const mostFrames = 160;

interface Clip {
  /** Where it begins in its video, and how long that is, in seconds. */
  from: number;
  durationSeconds: number;
  /** Of the shot, and how fast its video passes. */
  seconds: number;
  speed: number;
  /** Of the clip, and of a whole frame, in pixels. */
  width: number;
  framePx: number;
}

/** The frames side by side in a clip: where each begins in pixels, and which one of the video's strip it is. Pure. */
export function listClipFrames(clip: Clip): { left: number; index: number }[] {
  const { from, durationSeconds, seconds, speed, width, framePx } = clip;
  const count = Math.min(mostFrames, Math.ceil(width / framePx));
  const step = Math.max(framePx, width / count);
  return Array.from({ length: count }, (_, number) => {
    // A clip that is narrower than a frame shows its middle.
    const left = count === 1 ? (width - framePx) / 2 : number * step;
    // Of the last frame, less may be in sight.
    const middle = (Math.max(0, left) + Math.min(width, left + framePx)) / 2 / width;
    return { left, index: findStripFrame((from + middle * seconds * speed) / durationSeconds) };
  });
}
