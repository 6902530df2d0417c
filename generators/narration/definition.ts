import { findIdleNarrationFields } from "@/lib/service/contract/speech-rules";
import { defineGenerator } from "../_kit/define-generator";
import { narrationExamples } from "./examples";
import { narrationInputSchema } from "./narration-input";
import { localiseNewInput, newNarrationInput } from "./new-narration-input";

export const narrationGenerator = defineGenerator({
  id: "narration",
  medium: "narration",
  inputSchema: narrationInputSchema,
  defaultInput: newNarrationInput,
  localiseNewInput,
  requiredByPerson: ["text"],
  examples: narrationExamples,
  findIdleFields: findIdleNarrationFields,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "narrationCreate",
    // A zip makes as many sounds as it holds texts; the result tells how many that were.
    expectedOutputs: { role: "audio", count: 1 },
    searchText: input.text ?? "",
  }),
  describeIdea: ({ text, text_file, text_file_id }) => ({ words: text ?? text_file ?? text_file_id }),
  listInputAssets: ({ text_file }) =>
    text_file ? [{ field: "text_file", assetId: text_file.assetId, kind: ["text", "archive"] }] : [],
  listInputUrls: () => [],
});
