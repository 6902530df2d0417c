import type { VideoFormValues } from "./video-input";

/** The input of a new form. An empty URL stands for the missing first frame. */
export const newVideoInput = {
  model: "Vendor-Video-2.3",
  prompt: "",
  first_frame_image: { url: "" },
  prompt_optimizer: true,
  duration: 6,
  resolution: "768P",
} as const satisfies VideoFormValues;
