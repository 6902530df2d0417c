/** The frames of a video's strip, at the middle of as many equal parts of its time. */
export const stripFrames = 16;

/** Their height in pixels: sharp on a dense screen in a timeline. */
export const stripHeight = 120;

/** The frame of a strip that is nearest to a moment, given as its share of the video. Pure. */
export function findStripFrame(share: number): number {
  return Math.max(0, Math.min(stripFrames - 1, Math.floor(share * stripFrames)));
}
