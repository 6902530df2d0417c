import { findIdleSpeechFields } from "@/lib/service/contract/speech-rules";
import { SPEECH_MODELS, type SpeechModel } from "@/lib/service/contract/speech-options";
import { defineGenerator } from "../_kit/define-generator";
import { speechExamples } from "./examples";
import { expectUsage } from "./expect-usage";
import { localiseNewInput, newSpeechInput } from "./new-speech-input";
import { speechInputSchema } from "./speech-input";
import type messages from "./messages/en.json";

declare module "@/lib/i18n/messages" {
  interface GeneratorMessages {
    speech: typeof messages;
  }
}

export const speechGenerator = defineGenerator({
  id: "speech",
  produces: "sound",
  icon: "voice",
  runningVerb: "speaking",
  readsAloud: { timing: "on-request" },
  streamField: "stream",
  messages: { form: ["voices", "reader", "validation.speech"] },
  inputSchema: speechInputSchema,
  defaultInput: newSpeechInput,
  localiseNewInput,
  requiredByPerson: ["text"],
  examples: speechExamples,
  findIdleFields: findIdleSpeechFields,
  expectUsage,
  summariseInput: (input) => ({
    model: input.model,
    endpoint: "speech",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: input.text,
    voice: input.voice_setting?.voice_id ?? input.timber_weights?.[0]?.voice_id,
  }),
  describeIdea: ({ text }) => ({ words: text }),
  listInputAssets: () => [],
  listInputUrls: () => [],
  line: {
    models: SPEECH_MODELS,
    // Not streamed: a film plays what is whole.
    fill: ({ text, voiceId, model }) => ({
      model: (model ?? newSpeechInput.model) as SpeechModel,
      text,
      voice_setting: { voice_id: voiceId },
    }),
  },
  voiceSample: ({ model, text, voiceId }) => ({
    model: speechInputSchema.shape.model.parse(model),
    text,
    voice_setting: { voice_id: voiceId },
  }),
});
