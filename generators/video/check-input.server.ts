import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findFirstFrameProblems } from "@/generators/video/first-frame/first-frame-problems";
import type { VideoInput } from "./video-input";

/** Looks at the picture that the video is to begin with, so that what is wrong with it is told before anything is queued. */
export const checkInput: InputCheck<VideoInput> = async ({ first_frame_image }, { findAsset }) => {
  const asset = "assetId" in first_frame_image ? await findAsset(first_frame_image.assetId) : null;
  // Of what is no picture, the kind is told for every generator alike; what is behind an address, nobody here knows.
  if (asset?.kind !== "image") return [];
  return findFirstFrameProblems(asset).map((problem) => ({ path: "first_frame_image", ...problem }));
};
