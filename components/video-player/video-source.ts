import type { OutputDto } from "@/lib/generations/read/generation-dto";
import type { FrameClock } from "./video-transport";

/** Whether a result is a video. */
export function isVideo({ mimeType }: Pick<OutputDto, "mimeType">): boolean {
  return mimeType.startsWith("video/");
}

/** The frame clock of a video; null if the file does not contain it. */
export function frameClockOf({ video }: Pick<OutputDto, "video">): FrameClock | null {
  if (!video || !(video.frameRate > 0) || !(video.frameCount > 0)) return null;
  return { frameRate: video.frameRate, frameCount: video.frameCount };
}

/** Whether a video may have audio: only inspected files are known to be silent. */
export function mayHaveSound({ video }: Pick<OutputDto, "video">): boolean {
  return video?.hasSound ?? true;
}

/** The URL of a video's still, in a thumbnail width. */
export function posterAddress({ url }: Pick<OutputDto, "url">, width: 320 | 640 | 1280): string {
  return `${url}?width=${width}`;
}

/** Width over height of a result; 1 if its size is unknown. */
export function outputAspect(output: Pick<OutputDto, "width" | "height">): number {
  return output.width && output.height ? output.width / output.height : 1;
}
