import { findCameraGroups } from "@/lib/service/contract/video-modes";

/** What happens in a video, by its prompt without the instructions to the camera. Pure. */
export function filmedWords(prompt: string): string {
  let words = prompt;
  // From the end on: what stands before a cut stays where it is.
  for (const { from, to } of findCameraGroups(prompt).toReversed()) {
    words = `${words.slice(0, from)} ${words.slice(to)}`;
  }
  return words.trim();
}
