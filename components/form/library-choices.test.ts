import { describe, expect, it } from "vitest";
import { makeFacts, makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { listChoices, listSoundGenerators, stepChoice } from "./library-choices";

describe("listChoices", () => {
  const sound = (index: number) => makeOutput(index, { role: "audio", mimeType: "audio/mpeg" });
  const narration = makeGeneration({
    outputs: [sound(0), makeOutput(0, { role: "subtitle", mimeType: "application/json" }), sound(1)],
  });

  it("has what fits, told apart among its like", () => {
    const choices = listChoices([narration, makeGeneration({ outputs: [makeOutput(0)] })], "audio");
    expect(choices.map(({ number, count }) => [number, count])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(2);
  });
});

it("tells speech from other sounds", () => {
  const generators = [
    makeFacts({ id: "song", produces: "sound" }),
    makeFacts({ id: "audiobook", produces: "sound", readsAloud: { timing: "always" } }),
    makeFacts({ id: "poster", produces: "picture" }),
  ];
  expect(listSoundGenerators(generators, "songs")).toEqual(["song"]);
  expect(listSoundGenerators(generators, "spoken")).toEqual(["audiobook"]);
});

describe("takes among the choices", () => {
  const sound = makeOutput(0, { role: "audio", mimeType: "audio/mpeg" });
  const song = (idea: string, number: number) =>
    makeGeneration({ id: `${idea}${number}`, take: { idea, number }, outputs: [sound] });

  it("are numbered from the first on, where there is more than one", () => {
    const choices = listChoices([song("b", 2), song("a", 1), song("b", 1)], "audio");
    expect(choices.map(({ take }) => take)).toEqual([2, null, 1]);
  });
});

describe("stepChoice", () => {
  const grid = { count: 7, columns: 3 };

  it("goes through a grid by its rows and columns, and stops at the ends", () => {
    expect(stepChoice("ArrowDown", { ...grid, from: 1 })).toBe(4);
    expect(stepChoice("ArrowUp", { ...grid, from: 4 })).toBe(1);
    expect(stepChoice("ArrowRight", { ...grid, from: 2 })).toBe(3);
    expect(stepChoice("ArrowLeft", { ...grid, from: 0 })).toBeNull();
    expect(stepChoice("ArrowDown", { ...grid, from: 5 })).toBeNull();
    expect(stepChoice("End", { ...grid, from: 0 })).toBe(6);
    expect(stepChoice("Home", { ...grid, from: 6 })).toBe(0);
  });

  it("goes through a list up and down only", () => {
    expect(stepChoice("ArrowDown", { count: 2, columns: 1, from: 0 })).toBe(1);
    expect(stepChoice("ArrowRight", { count: 2, columns: 1, from: 0 })).toBeNull();
  });

  it("comes from the line for searching, where keys are for its text", () => {
    expect(stepChoice("ArrowDown", { ...grid, from: -1 })).toBe(0);
    for (const key of ["ArrowRight", "Home", "a"]) expect(stepChoice(key, { ...grid, from: -1 })).toBeNull();
    expect(stepChoice("ArrowDown", { count: 0, columns: 0, from: -1 })).toBeNull();
  });
});
