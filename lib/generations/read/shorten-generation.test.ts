import { expect, it } from "vitest";
import { makeGeneration } from "../testing/make-generation";
import { isShortened, shortenGeneration, shortenInput, shortTextLength } from "./shorten-generation";

const text = "The tide came in. ".repeat(100);

it("leaves a generation with short texts as it is", () => {
  const generation = makeGeneration({ input: { prompt: text.slice(0, shortTextLength), n: 2 } });
  expect(shortenGeneration(generation)).toBe(generation);
  expect(isShortened(generation)).toBe(false);
});

it("cuts long texts of the input, keeps everything else, and marks the generation", () => {
  const generation = makeGeneration({ input: { text, seed: 7, voice_setting: { voice_id: "Narrator" } } });
  const shortened = shortenGeneration(generation);
  expect(shortened).toEqual({
    ...generation,
    input: { ...generation.input, text: text.slice(0, shortTextLength) },
    shortened: true,
  });
  expect(isShortened(shortened)).toBe(true);
});

it("cuts a draft at the same place", () => {
  const generation = makeGeneration({ input: { lyrics: text } });
  expect(shortenInput({ lyrics: text })).toEqual(shortenGeneration(generation).input);
});
