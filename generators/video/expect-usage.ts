import type { ExpectedUsage } from "@/lib/costs/units";
import { VIDEO_DEFAULT_DURATION } from "@/lib/service/contract/video-modes";

/** A video has the length that was asked for. */
export function expectUsage({
  duration = VIDEO_DEFAULT_DURATION,
}: {
  duration?: number | undefined;
}): ExpectedUsage {
  return { milliseconds: 1_000 * duration };
}
