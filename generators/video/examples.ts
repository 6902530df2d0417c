import { examplePictureUrls } from "@/generators/video/first-frame/example-pictures";
import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import type { VideoFormValues } from "./video-input";

/** Examples with images in public/. */
export const videoExamples: GeneratorExample<VideoFormValues>[] = [
  {
    key: "headland",
    input: {
      model: "Vendor-Video-02",
      prompt:
        "[推进] Waves roll towards the headland and clouds drift over the ridge. [左摇,上升] Gulls lift off from the cliffs.",
      first_frame_image: { url: examplePictureUrls.headland },
      prompt_optimizer: true,
      duration: 6,
      resolution: "512P",
    },
  },
  {
    key: "street",
    input: {
      model: "Vendor-Video-2.3",
      prompt: "[固定] Windows light up one by one as evening falls, and it begins to rain.",
      first_frame_image: { url: examplePictureUrls.street },
      prompt_optimizer: false,
      duration: 10,
      resolution: "768P",
    },
  },
  {
    key: "dunes",
    input: {
      model: "I2V-01-Director",
      prompt: "[右移] 风掠过沙丘，细沙如轻烟般扬起。[拉远] 影子渐渐拉长。",
      first_frame_image: { url: examplePictureUrls.dunes },
      prompt_optimizer: true,
      duration: 6,
      resolution: "720P",
    },
  },
];
