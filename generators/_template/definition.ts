import { defineGenerator } from "../_kit/define-generator";
import { templateExamples } from "./examples";
import { expectUsage } from "./expect-usage";
import { templateInputSchema } from "./template-input";
import type messages from "./messages/en.json";

declare module "@/lib/i18n/messages" {
  interface GeneratorMessages {
    template: typeof messages;
  }
}

export const templateGenerator = defineGenerator({
  id: "template",
  produces: "picture",
  icon: "picture",
  messages: { form: ["validation.image"] },
  inputSchema: templateInputSchema,
  defaultInput: { model: "image-01", prompt: "", n: 1 },
  requiredByPerson: ["prompt"],
  examples: templateExamples,
  expectUsage,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "imageGeneration",
    expectedOutputs: { role: "image", count: input.n ?? 1 },
    searchText: input.prompt,
  }),
  listInputAssets: () => [],
  listInputUrls: () => [],
});
