import { findIdleMusicFields } from "@/lib/service/contract/music-rules";
import { defineGenerator } from "../_kit/define-generator";
import { expectSong } from "../_kit/expect-song";
import { musicExamples } from "./examples";
import { musicInputSchema } from "./music-input";
import { newMusicInput } from "./new-music-input";
import type messages from "./messages/en.json";

declare module "@/lib/i18n/messages" {
  interface GeneratorMessages {
    music: typeof messages;
  }
}

export const musicGenerator = defineGenerator({
  id: "music",
  produces: "sound",
  icon: "note",
  runningVerb: "composing",
  streamField: "stream",
  instrumentalField: "is_instrumental",
  messages: { form: ["composing", "lyrics", "validation.music", "validation.lyrics"] },
  inputSchema: musicInputSchema,
  defaultInput: newMusicInput,
  requiredByPerson: ["lyrics"],
  examples: musicExamples,
  findIdleFields: findIdleMusicFields,
  expectUsage: expectSong,
  summariseInput: ({ model, prompt = "", lyrics = "" }) => ({
    model,
    endpoint: "musicGeneration",
    expectedOutputs: { role: "audio", count: 1 },
    searchText: [prompt, lyrics].filter((text) => text !== "").join("\n"),
  }),
  describeIdea: ({ prompt, lyrics, is_instrumental, lyrics_optimizer }) => ({
    theme: prompt?.trim() || undefined,
    words: { prompt, lyrics, is_instrumental, lyrics_optimizer },
  }),
  listInputAssets: () => [],
  listInputUrls: () => [],
});
