import type { FieldProblem } from "@/lib/errors/studio-error";
import { FIRST_FRAME_LIMITS } from "@/lib/service/contract/video-modes";

interface FirstFrameFacts {
  bytes: number;
  /** The displayed size in pixels. */
  width?: number | undefined;
  height?: number | undefined;
}

type FirstFrameProblemKey =
  | "first-frame.undecodable"
  | "first-frame.too-large"
  | "first-frame.too-small"
  | "first-frame.aspect";

/** A problem in the `validation` messages, without a path. */
type FirstFrameProblem = Omit<FieldProblem, "path"> & { key: FirstFrameProblemKey };

/**
 * Why an image cannot be a first frame (unshown.md Video "first_frame_image"): under 20 MB, short side over 300 px,
 * aspect between 2:5 and 5:2. The format does not matter: others than JPEG and PNG are converted before they are sent.
 */
export function findFirstFrameProblems({ bytes, width, height }: FirstFrameFacts): FirstFrameProblem[] {
  const { underBytes, shortSideOverPixels, aspectMin, aspectMax } = FIRST_FRAME_LIMITS;
  if (width === undefined || height === undefined) return [{ key: "first-frame.undecodable" }];
  const problems: FirstFrameProblem[] = [];
  if (bytes >= underBytes) {
    problems.push({ key: "first-frame.too-large", values: { megabytes: underBytes / 1_000_000 } });
  }
  const shortSide = Math.min(width, height);
  if (shortSide <= shortSideOverPixels) {
    problems.push({ key: "first-frame.too-small", values: { shortSide, limit: shortSideOverPixels } });
  }
  const aspect = width / height;
  if (aspect < aspectMin || aspect > aspectMax) {
    problems.push({ key: "first-frame.aspect", values: { width, height } });
  }
  return problems;
}
