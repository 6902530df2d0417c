import { defineGenerator } from "../_kit/define-generator";
import { templateExamples } from "./examples";
import { templateInputSchema } from "./template-input";

export const templateGenerator = defineGenerator({
  id: "template",
  medium: "image",
  inputSchema: templateInputSchema,
  defaultInput: { model: "image-01", prompt: "", n: 1 },
  requiredByPerson: ["prompt"],
  examples: templateExamples,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "imageGeneration",
    expectedOutputs: { role: "image", count: input.n ?? 1 },
    searchText: input.prompt,
  }),
  listInputAssets: () => [],
  listInputUrls: () => [],
});
