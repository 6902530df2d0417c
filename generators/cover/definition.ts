import { findIdleMusicFields } from "@/lib/service/contract/music-rules";
import { defineGenerator } from "../_kit/define-generator";
import { expectSong } from "../_kit/expect-song";
import { coverInputSchema } from "./cover-input";
import { coverExamples } from "./examples";
import { newCoverInput } from "./new-cover-input";
import type messages from "./messages/en.json";

declare module "@/lib/i18n/messages" {
  interface GeneratorMessages {
    cover: typeof messages;
  }
}

export const coverGenerator = defineGenerator({
  id: "cover",
  produces: "sound",
  icon: "disc",
  runningVerb: "composing",
  streamField: "stream",
  messages: {
    form: [
      "composing",
      "lyrics",
      "sound",
      "workbench",
      "validation.cover",
      "validation.music",
      "validation.lyrics",
      "validation.sound",
    ],
  },
  inputSchema: coverInputSchema,
  defaultInput: newCoverInput,
  formFields: ["way"],
  requiredByPerson: ["prompt", "audio_url"],
  examples: coverExamples,
  findIdleFields: findIdleMusicFields,
  expectUsage: expectSong,
  summariseInput: ({ model, prompt = "", lyrics = "" }) => ({
    model,
    endpoint: "musicGeneration",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: [prompt, lyrics].filter((text) => text !== "").join("\n"),
  }),
  describeIdea: ({ prompt, lyrics, audio_url, audio_base64, cover_feature_id }) => {
    // A renewed analysis has another id for the same sound.
    const sound = audio_base64 ?? audio_url ?? "analysed";
    return {
      theme: prompt === undefined ? undefined : { prompt: prompt.trim(), sound },
      words: { prompt, lyrics, sound: audio_base64 ?? audio_url ?? cover_feature_id },
    };
  },
  listInputAssets: ({ audio_base64 }) =>
    audio_base64 ? [{ field: "audio_base64", assetId: audio_base64.assetId, kind: "audio" }] : [],
  beginWith: {
    kind: "audio",
    // Sounds other than speech.
    accepts: ({ readsAloud }) => !readsAloud,
    action: "makeCover",
    fill: (assetId) => ({ ...newCoverInput, audio_base64: { assetId } }),
  },
  listInputUrls: ({ audio_url }) => (audio_url ? [{ field: "audio_url", url: audio_url.url }] : []),
});
