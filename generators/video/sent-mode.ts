import {
  defaultVideoResolution,
  VIDEO_DEFAULT_DURATION,
  VIDEO_DURATIONS,
} from "@/lib/service/contract/video-modes";
import type { VideoInput } from "./video-input";

type Mode = Pick<VideoInput, "model" | "resolution" | "duration">;

/**
 * Resolution and duration as they are sent. The 01 series is said to refuse both, so they are left out where they are
 * what the service does anyway (unshown.md Video "01-series").
 */
export function chooseSentMode({ model, resolution, duration }: Mode): Omit<Mode, "model"> {
  const isSeries01 = VIDEO_DURATIONS[model]["720P"] !== undefined;
  const keepsResolution =
    resolution !== undefined && !(isSeries01 && resolution === defaultVideoResolution(model));
  const keepsDuration = duration !== undefined && !(isSeries01 && duration === VIDEO_DEFAULT_DURATION);
  return { ...(keepsResolution ? { resolution } : {}), ...(keepsDuration ? { duration } : {}) };
}
