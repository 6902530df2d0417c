import type { FieldProblem } from "@/lib/errors/studio-error";
import { FIRST_FRAME_LIMITS } from "@/lib/service/contract/video-modes";

/** What must be known of a picture to say whether a video can begin with it. */
interface FirstFrameFacts {
  bytes: number;
  /** Pixels as shown. */
  width?: number | undefined;
  height?: number | undefined;
}

type FirstFrameProblemKey =
  "first-frame.undecodable" | "first-frame.too-large" | "first-frame.too-small" | "first-frame.aspect";

/** Key and values of a sentence in the `validation` messages, without the field it stands at. */
type FirstFrameProblem = Omit<FieldProblem, "path"> & { key: FirstFrameProblemKey };

/**
 * What keeps a picture from being a first frame (unshown.md Video "first_frame_image"): under 20 MB, short side over
 * 300 px, aspect between 2:5 and 5:2. Empty when nothing does. Its kind is none of them: what is not JPG or PNG is
 * converted before it leaves.
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
