import type { z } from "zod";
import { strictObject } from "@/lib/service/contract/fields";
import { checkVideoRules, videoRequestShape } from "@/lib/service/contract/video";
import { mediaSourceSchema } from "../_kit/media-source";

/**
 * The input of a video generation: service.md "Video generation request", with an asset as first frame and without the
 * callback URL, which the studio sets.
 */
export const videoInputSchema = strictObject({
  ...videoRequestShape,
  first_frame_image: mediaSourceSchema.describe(
    "The first frame, as {assetId} in the studio or as {url}: JPEG, PNG or WebP under 20 MB, short side over 300 px, aspect ratio from 2:5 to 5:2.",
  ),
})
  .superRefine(checkVideoRules)
  .describe(
    "A video from a first frame. The available resolutions and durations depend on the model and on each other. Without effect, so not sent and listed in notes: fast_pretreatment with an I2V-01 model or with prompt_optimizer off.",
  );

export type VideoInput = z.output<typeof videoInputSchema>;
/** Values before parsing. */
export type VideoFormValues = z.input<typeof videoInputSchema>;
/** Every field of the form; absent ones are undefined, also the first frame of a new form. */
export type VideoForm = {
  [Name in keyof Required<VideoFormValues>]: Name extends "model"
    ? VideoFormValues[Name]
    : VideoFormValues[Name] | undefined;
};
