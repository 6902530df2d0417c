import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { isRawAudio } from "@/lib/media/raw-audio";

/**
 * Where a browser plays a stored sound from. Raw sound has no header and plays nowhere by itself: the studio wraps it
 * into WAV on the way (`?as=wav`). The file that is downloaded stays what the service made.
 */
export function playUrl({ url, mimeType }: Pick<OutputDto, "url" | "mimeType">): string {
  return isRawAudio(mimeType) ? `${url}?as=wav` : url;
}
