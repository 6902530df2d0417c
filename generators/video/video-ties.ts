import {
  supportsPretreatment,
  VIDEO_DEFAULT_DURATION,
  VIDEO_DURATIONS,
  VIDEO_RESOLUTIONS,
  defaultVideoResolution,
  type VideoModel,
  type VideoResolution,
} from "@/lib/service/contract/video-modes";
import { tiesOf } from "../_kit/field-ties";
import type { VideoForm } from "./video-input";

type Mode = Pick<VideoForm, "model" | "resolution" | "duration">;

const { field } = tiesOf<VideoForm>();

/** How the form follows checkVideoRules. */
export const videoTies = {
  resolution: field(
    "resolution",
    "model",
    ({ model }, resolution) => VIDEO_DURATIONS[model][resolution] !== undefined,
  ),
  duration: field("duration", "model", (form, duration) =>
    listDurations(form.model, chosenResolution(form)).includes(duration),
  ),
  fast_pretreatment: field("fast_pretreatment", "model", (form) => whyNoPretreatment(form) === null),
};

/** The durations of a model at a resolution, in seconds; empty if it does not support it. */
export function listDurations(model: VideoModel, resolution: VideoResolution): readonly number[] {
  return VIDEO_DURATIONS[model][resolution] ?? [];
}

/** The resolutions of a model, from small to large. */
export function listResolutions(model: VideoModel): VideoResolution[] {
  return VIDEO_RESOLUTIONS.filter((resolution) => VIDEO_DURATIONS[model][resolution] !== undefined);
}

/** The durations of a model at any resolution. */
export function listModelDurations(model: VideoModel): number[] {
  const all = listResolutions(model).flatMap((resolution) => listDurations(model, resolution));
  return [...new Set(all)].sort((one, other) => one - other);
}

/** The chosen resolution, or the default of the model. */
export function chosenResolution({ model, resolution }: Pick<Mode, "model" | "resolution">): VideoResolution {
  return resolution ?? defaultVideoResolution(model);
}

export function chosenDuration({ duration }: Pick<Mode, "duration">): number {
  return duration ?? VIDEO_DEFAULT_DURATION;
}

/** Why fast_pretreatment has no effect; null if it has (service.md "Video generation request"). */
export function whyNoPretreatment({
  model,
  prompt_optimizer,
}: Pick<VideoForm, "model" | "prompt_optimizer">): "model" | "optimizer" | null {
  if (!supportsPretreatment(model)) return "model";
  return prompt_optimizer === false ? "optimizer" : null;
}
