import { findIdleImageFields } from "@/lib/service/contract/image";
import { defineGenerator } from "../_kit/define-generator";
import { imageExamples } from "./examples";
import { expectUsage } from "./expect-usage";
import { imageShot } from "./fill-shot";
import { imageInputSchema } from "./image-input";
import type messages from "./messages/en.json";

declare module "@/lib/i18n/messages" {
  interface GeneratorMessages {
    image: typeof messages;
  }
}

/** Random seeds have at most 31 bits, short enough to type. */
const seedLimit = 2 ** 31;

export const imageGenerator = defineGenerator({
  id: "image",
  produces: "picture",
  icon: "picture",
  messages: { form: ["validation.image"] },
  inputSchema: imageInputSchema,
  defaultInput: { model: "image-01", prompt: "", aspect_ratio: "1:1", n: 4 },
  requiredByPerson: ["prompt"],
  examples: imageExamples,
  findIdleFields: findIdleImageFields,
  expectUsage,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "imageGeneration",
    expectedOutputs: { role: "image", count: input.n ?? 1 },
    searchText: input.prompt,
  }),
  listInputAssets: (input) =>
    (input.subject_reference ?? []).flatMap(({ image_file }, index) =>
      "assetId" in image_file
        ? [{ field: `subject_reference.${index}.image_file`, assetId: image_file.assetId, kind: "image" }]
        : [],
    ),
  shot: imageShot,
  listInputUrls: (input) =>
    (input.subject_reference ?? []).flatMap(({ image_file }, index) =>
      "url" in image_file ? [{ field: `subject_reference.${index}.image_file`, url: image_file.url }] : [],
    ),
  // Without a seed the service picks a new one for each image.
  varyInput: (input) =>
    input.seed === undefined ? input : { ...input, seed: Math.floor(Math.random() * seedLimit) },
});
