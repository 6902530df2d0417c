import {
  defaultVideoResolution,
  VIDEO_DEFAULT_DURATION,
  VIDEO_DURATIONS,
} from "@/lib/service/contract/video-modes";
import type { VideoInput } from "./video-input";

type Fields = Omit<VideoInput, "first_frame_image">;

/**
 * For models of the 01 series, omits fields that equal the defaults of service.md "Video generation request", since the
 * series may refuse `duration` and `resolution` (unshown.md Video "01-series").
 */
export function chooseSentFields({ model, ...chosen }: Fields): Fields {
  const isSeries01 = VIDEO_DURATIONS[model]["720P"] !== undefined;
  const defaults: Omit<Fields, "model"> = {
    prompt_optimizer: true,
    fast_pretreatment: false,
    duration: VIDEO_DEFAULT_DURATION,
    resolution: defaultVideoResolution(model),
    aigc_watermark: false,
  };
  const sent = Object.entries(chosen).filter(([name, value]) => {
    const isDefault = value === defaults[name as keyof typeof defaults];
    return value !== undefined && !(isSeries01 && isDefault);
  });
  return { model, ...Object.fromEntries(sent) };
}
