import { findIdleNarrationFields } from "@/lib/service/contract/speech-rules";
import { defineGenerator } from "../_kit/define-generator";
import { narrationExamples } from "./examples";
import { expectUsage } from "./expect-usage";
import { narrationInputSchema } from "./narration-input";
import { localiseNewInput, newNarrationInput } from "./new-narration-input";
import type messages from "./messages/en.json";

declare module "@/lib/i18n/messages" {
  interface GeneratorMessages {
    narration: typeof messages;
  }
}

export const narrationGenerator = defineGenerator({
  id: "narration",
  produces: "sound",
  icon: "book",
  runningVerb: "speaking",
  readsAloud: { timing: "always" },
  messages: {
    form: ["voices", "reader", "validation.narration", "validation.speech", "validation.text-file"],
  },
  inputSchema: narrationInputSchema,
  defaultInput: newNarrationInput,
  localiseNewInput,
  requiredByPerson: ["text"],
  examples: narrationExamples,
  findIdleFields: findIdleNarrationFields,
  expectUsage,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "narrationCreate",
    // A zip gives a sound for each text; their number is known at the end.
    expectedOutputs: { role: "audio", count: 1 },
    searchText: input.text ?? "",
    voice: input.voice_setting?.voice_id,
  }),
  describeIdea: ({ text, text_file, text_file_id }) => ({ words: text ?? text_file ?? text_file_id }),
  listInputAssets: ({ text_file }) =>
    text_file ? [{ field: "text_file", assetId: text_file.assetId, kind: ["text", "archive"] }] : [],
  listInputUrls: () => [],
});
