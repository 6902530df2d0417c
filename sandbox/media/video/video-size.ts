/** Short side of each resolution in pixels. */
const SHORT_SIDES = { "512P": 512, "720P": 720, "768P": 768, "1080P": 1080 } as const;

const USUAL_ASPECT = 16 / 9;

/** Pixels of a video: its short side as the resolution says, its aspect that of the first frame, both sides even. */
export function sizeVideo(
  resolution: keyof typeof SHORT_SIDES,
  firstFrame: { width: number; height: number } | null,
): { width: number; height: number } {
  const short = SHORT_SIDES[resolution];
  const aspect = firstFrame === null ? USUAL_ASPECT : firstFrame.width / firstFrame.height;
  const long = 2 * Math.round((short * Math.max(aspect, 1 / aspect)) / 2);
  return aspect >= 1 ? { width: long, height: short } : { width: short, height: long };
}
