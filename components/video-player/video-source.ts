import type { OutputDto } from "@/lib/generations/read/generation-dto";
import type { FrameClock } from "./video-transport";

/** A result that is watched. */
export function isVideo({ mimeType }: Pick<OutputDto, "mimeType">): boolean {
  return mimeType.startsWith("video/");
}

/** By what its frames are counted; null where the file did not tell. */
export function frameClockOf({ video }: Pick<OutputDto, "video">): FrameClock | null {
  if (!video || !(video.frameRate > 0) || !(video.frameCount > 0)) return null;
  return { frameRate: video.frameRate, frameCount: video.frameCount };
}

/** Whether a sound may be in it: only what was looked into is known to be silent. */
export function mayHaveSound({ video }: Pick<OutputDto, "video">): boolean {
  return video?.hasSound ?? true;
}

/** The address of a still of a video, at one of the thumbnail widths. */
export function posterAddress({ url }: Pick<OutputDto, "url">, width: 320 | 640 | 1280): string {
  return `${url}?width=${width}`;
}

/** Width over height of a result; square where it has no size. */
export function outputAspect(output: Pick<OutputDto, "width" | "height">): number {
  return output.width && output.height ? output.width / output.height : 1;
}
