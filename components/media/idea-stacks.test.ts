import { describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/generation-dto";
import { stackByIdea } from "./idea-stacks";
import { makeGeneration } from "./testing/make-generation";

const waltz = { model: "music-3.0", prompt: "waltz", lyrics: "la" };

function song(id: string, changes: Partial<GenerationDto> = {}): GenerationDto {
  return makeGeneration({ id, generator: "music", input: waltz, parentId: null, ...changes });
}

const ids = (generations: GenerationDto[]) =>
  stackByIdea(generations).map(({ takes }) => takes.map(({ id }) => id));

describe("stackByIdea", () => {
  it("puts the same words together, however they are made, where the newest stands", () => {
    const generations = [
      song("5", { input: { ...waltz, model: "music-2.6", stream: true, audio_setting: { format: "wav" } } }),
      song("4", { input: { ...waltz, prompt: "polka" } }),
      song("3"),
      song("2", { input: { ...waltz, lyrics: "lo" } }),
      song("1"),
    ];
    expect(ids(generations)).toEqual([["5", "3", "1"], ["4"], ["2"]]);
    expect(stackByIdea(generations)[0]!.id).toBe("1");
  });

  it("tells a song from an instrumental of the same words", () => {
    expect(ids([song("2", { input: { ...waltz, is_instrumental: true } }), song("1")])).toEqual([
      ["2"],
      ["1"],
    ]);
  });

  it("keeps what was edited with its parent while the prompt stays", () => {
    const lyrics = (text: string) => ({ ...waltz, lyrics: text });
    const generations = [
      song("4", { input: lyrics("third"), parentId: "3", relation: "edit" }),
      song("3", { input: lyrics("second"), parentId: "1", relation: "edit" }),
      song("2", { input: { ...waltz, prompt: "polka" }, parentId: "1", relation: "edit" }),
      song("1"),
    ];
    expect(ids(generations)).toEqual([["4", "3", "1"], ["2"]]);
  });

  it("does not take edits without a prompt, or of one that is not listed, for the same", () => {
    const bare = { model: "music-3.0", lyrics: "la" };
    expect(
      ids([
        song("3", { parentId: "gone", relation: "edit", input: { ...waltz, lyrics: "lo" } }),
        song("2", { parentId: "1", relation: "edit", input: { ...bare, lyrics: "lo" } }),
        song("1", { input: bare }),
      ]),
    ).toEqual([["3"], ["2"], ["1"]]);
  });

  it("leaves other generators alone", () => {
    const image = { generator: "image", input: { prompt: "A lighthouse" }, parentId: null };
    const generations = [makeGeneration({ ...image, id: "2" }), makeGeneration({ ...image, id: "1" })];
    expect(ids(generations)).toEqual([["2"], ["1"]]);
  });

  it("keeps every generation once", () => {
    expect(stackByIdea([])).toEqual([]);
    const many = Array.from({ length: 50 }, (_, index) =>
      song(String(99 - index), { input: { ...waltz, prompt: `p${index % 7}` } }),
    );
    const stacked = stackByIdea(many).flatMap(({ takes }) => takes.map(({ id }) => id));
    expect(stacked.toSorted()).toEqual(many.map(({ id }) => id).toSorted());
    expect(stackByIdea(many)).toHaveLength(7);
  });
});
