import type { ShotTraits, WantedShot } from "@/lib/generations/record/definition-port";
import {
  defaultVideoResolution,
  VIDEO_DURATIONS,
  VIDEO_MODELS,
  VIDEO_PROMPT_MAX_LENGTH,
  type VideoModel,
} from "@/lib/service/contract/video-modes";
import { newVideoInput } from "./new-video-input";
import type { VideoFormValues } from "./video-input";

export const videoShot: ShotTraits & { fill(shot: WantedShot): VideoFormValues } = {
  firstFrame: "required",
  models: VIDEO_MODELS,
  textMaxLength: VIDEO_PROMPT_MAX_LENGTH,
  fill({ text, model: wanted, seconds, firstFrameAssetId }) {
    // The schema refuses a model that there is not.
    const model = (wanted ?? newVideoInput.model) as VideoModel;
    const resolution = VIDEO_MODELS.includes(model) ? defaultVideoResolution(model) : undefined;
    const durations = (resolution && VIDEO_DURATIONS[model][resolution]) ?? [];
    const duration = durations.find((each) => each >= seconds) ?? durations.at(-1);
    return {
      ...newVideoInput,
      model,
      prompt: text,
      first_frame_image: firstFrameAssetId === null ? { url: "" } : { assetId: firstFrameAssetId },
      resolution,
      duration,
    };
  },
};
