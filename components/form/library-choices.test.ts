import { describe, expect, it } from "vitest";
import { makeFacts, makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { listChoices, listSoundGenerators, stepChoice } from "./library-choices";

describe("listChoices", () => {
  const sound = (index: number) => makeOutput(index, { role: "audio", mimeType: "audio/mpeg" });
  const narration = makeGeneration({
    outputs: [sound(0), makeOutput(0, { role: "subtitle", mimeType: "application/json" }), sound(1)],
  });

  it("lists matching results, numbered within their generation", () => {
    const choices = listChoices([narration, makeGeneration({ outputs: [makeOutput(0)] })], "audio");
    expect(choices.map(({ number, count }) => [number, count])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(2);
  });
});

it("separates speech from other audio", () => {
  const generators = [
    makeFacts({ id: "song", produces: "sound" }),
    makeFacts({ id: "audiobook", produces: "sound", readsAloud: { timing: "always" } }),
    makeFacts({ id: "poster", produces: "picture" }),
  ];
  expect(listSoundGenerators(generators, "songs")).toEqual(["song"]);
  expect(listSoundGenerators(generators, "spoken")).toEqual(["audiobook"]);
});

describe("the take number of a choice", () => {
  const sound = makeOutput(0, { role: "audio", mimeType: "audio/mpeg" });
  const song = (idea: string, number: number) =>
    makeGeneration({ id: `${idea}${number}`, take: { idea, number }, outputs: [sound] });

  it("is set from the first take on if there are several", () => {
    const choices = listChoices([song("b", 2), song("a", 1), song("b", 1)], "audio");
    expect(choices.map(({ take }) => take)).toEqual([2, null, 1]);
  });
});

describe("stepChoice", () => {
  const grid = { count: 7, columns: 3 };

  it("moves by rows and columns of a grid and stops at the ends", () => {
    expect(stepChoice("ArrowDown", { ...grid, from: 1 })).toBe(4);
    expect(stepChoice("ArrowUp", { ...grid, from: 4 })).toBe(1);
    expect(stepChoice("ArrowRight", { ...grid, from: 2 })).toBe(3);
    expect(stepChoice("ArrowLeft", { ...grid, from: 0 })).toBeNull();
    expect(stepChoice("ArrowDown", { ...grid, from: 5 })).toBeNull();
    expect(stepChoice("End", { ...grid, from: 0 })).toBe(6);
    expect(stepChoice("Home", { ...grid, from: 6 })).toBe(0);
  });

  it("moves only up and down in a list", () => {
    expect(stepChoice("ArrowDown", { count: 2, columns: 1, from: 0 })).toBe(1);
    expect(stepChoice("ArrowRight", { count: 2, columns: 1, from: 0 })).toBeNull();
  });

  it("leaves the search field only with the down arrow", () => {
    expect(stepChoice("ArrowDown", { ...grid, from: -1 })).toBe(0);
    for (const key of ["ArrowRight", "Home", "a"]) expect(stepChoice(key, { ...grid, from: -1 })).toBeNull();
    expect(stepChoice("ArrowDown", { count: 0, columns: 0, from: -1 })).toBeNull();
  });
});
