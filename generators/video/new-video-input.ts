import type { VideoFormValues } from "./video-input";

/** A form that nobody has touched. It has no first frame yet: an address that is none stands for it. */
export const newVideoInput = {
  model: "Vendor-Video-2.3",
  prompt: "",
  first_frame_image: { url: "" },
  prompt_optimizer: true,
  duration: 6,
  resolution: "768P",
} as const satisfies VideoFormValues;
