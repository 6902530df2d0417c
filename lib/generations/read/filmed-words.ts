import { findCameraGroups } from "@/lib/service/contract/camera-instructions";

/** The prompt of a video without camera instructions. Pure. */
export function filmedWords(prompt: string): string {
  let words = prompt;
  // From the end, so that the positions before a cut stay valid.
  for (const { from, to } of findCameraGroups(prompt).toReversed()) {
    words = `${words.slice(0, from)} ${words.slice(to)}`;
  }
  return words.trim();
}
