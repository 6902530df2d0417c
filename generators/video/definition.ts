import { findIdleVideoFields } from "@/lib/service/contract/video";
import { defineGenerator } from "../_kit/define-generator";
import { videoExamples } from "./examples";
import { expectUsage } from "./expect-usage";
import { videoShot } from "./fill-shot";
import { newVideoInput } from "./new-video-input";
import { videoInputSchema } from "./video-input";
import type messages from "./messages/en.json";

declare module "@/lib/i18n/messages" {
  interface GeneratorMessages {
    video: typeof messages;
  }
}

export const videoGenerator = defineGenerator({
  id: "video",
  produces: "video",
  icon: "clapperboard",
  messages: {
    form: ["frame", "camera", "watch", "validation.video", "validation.first-frame"],
    prompt: ["camera"],
  },
  inputSchema: videoInputSchema,
  defaultInput: newVideoInput,
  requiredByPerson: ["first_frame_image"],
  examples: videoExamples,
  findIdleFields: findIdleVideoFields,
  expectUsage,
  summariseInput: ({ model, prompt = "" }) => ({
    model,
    endpoint: "videoGeneration",
    expectedOutputs: { role: "video", count: 1 },
    searchText: prompt,
  }),
  describeIdea: ({ prompt, first_frame_image }) => ({ words: { prompt, first_frame_image } }),
  listInputAssets: ({ first_frame_image }) =>
    "assetId" in first_frame_image
      ? [{ field: "first_frame_image", assetId: first_frame_image.assetId, kind: "image" }]
      : [],
  beginWith: {
    kind: "image",
    action: "makeVideo",
    relation: "frame",
    fill: (assetId) => ({ ...newVideoInput, first_frame_image: { assetId } }),
  },
  shot: videoShot,
  listInputUrls: ({ first_frame_image }) =>
    "url" in first_frame_image ? [{ field: "first_frame_image", url: first_frame_image.url }] : [],
});
