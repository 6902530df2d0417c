import { expect, it } from "vitest";
import workbench from "@/messages/zh/workbench.json";
import lyrics from "@/messages/zh/lyrics.json";

it.each([
  ["intro", "Intro"],
  ["verse", "Verse"],
  ["chorus", "Chorus"],
  ["bridge", "Bridge"],
  ["outro", "Outro"],
  ["inst", "Inst"],
] as const)(
  "a part has the same Chinese name among the parts and in the outline of the lyrics: %s",
  (label, tag) => {
    expect(workbench.labels[label]).toBe(lyrics.meanings[tag]);
  },
);
