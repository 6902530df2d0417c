import { examplePictureUrls } from "@/components/first-frame/example-pictures";
import type { GeneratorExample } from "@/lib/generations/definition-port";
import type { VideoFormValues } from "./video-input";

/** Three ways to begin, each showing another side of the form; all from pictures that come with the studio. */
export const videoExamples: GeneratorExample<VideoFormValues>[] = [
  {
    key: "headland",
    input: {
      model: "Vendor-Video-02",
      prompt:
        "[推进] Waves roll towards the headland and clouds pull over the ridge [左摇,上升] gulls lift off",
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
      prompt: "Windows light up one by one as evening comes, rain begins, [固定] nobody moves the camera",
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
      prompt: "[右移] 风掠过沙丘，沙粒像烟一样飘起 [拉远] 影子慢慢变长",
      first_frame_image: { url: examplePictureUrls.dunes },
      prompt_optimizer: true,
      duration: 6,
      resolution: "720P",
    },
  },
];
