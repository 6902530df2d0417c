import { defineGenerator } from "../_kit/define-generator";
import { speechExamples } from "./examples";
import { speechInputSchema } from "./speech-input";

export const speechGenerator = defineGenerator({
  id: "speech",
  medium: "speech",
  inputSchema: speechInputSchema,
  defaultInput: {
    model: "speech-2.6-hd",
    text: "",
    // Sound is heard while the service still speaks.
    stream: true,
    voice_setting: { voice_id: "English_expressive_narrator" },
  },
  requiredByPerson: ["text"],
  examples: speechExamples,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "speech",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: input.text,
  }),
  listInputAssets: () => [],
  listInputUrls: () => [],
});
