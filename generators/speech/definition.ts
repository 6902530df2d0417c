import { findIdleSpeechFields } from "@/lib/service/contract/speech-rules";
import { defineGenerator } from "../_kit/define-generator";
import { speechExamples } from "./examples";
import { localiseNewInput, newSpeechInput } from "./new-speech-input";
import { speechInputSchema } from "./speech-input";

export const speechGenerator = defineGenerator({
  id: "speech",
  medium: "speech",
  inputSchema: speechInputSchema,
  defaultInput: newSpeechInput,
  localiseNewInput,
  requiredByPerson: ["text"],
  examples: speechExamples,
  findIdleFields: findIdleSpeechFields,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "speech",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: input.text,
  }),
  describeIdea: ({ text }) => ({ words: text }),
  listInputAssets: () => [],
  listInputUrls: () => [],
});
