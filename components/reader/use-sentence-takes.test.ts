import { expect, it } from "vitest";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import { matchSentenceTakes } from "./use-sentence-takes";

const sentences = ["Yes.", "It rained.<#0.5#>", "Yes."].map((text, index) => ({
  index,
  text,
  startMs: index * 1_000,
  endMs: index * 1_000 + 900,
}));
const take = (text: string, changes = {}) =>
  makeGeneration({ relation: "sentence", input: { text }, ...changes });

it("finds the takes of each sentence by its text, newest first", () => {
  const [newer, older, rain] = [take("Yes.", { id: "2" }), take("Yes.", { id: "1" }), take("It rained.")];
  const takes = matchSentenceTakes([newer, rain, older], sentences);
  expect(takes.get(0)).toEqual([newer, older]);
  expect(takes.get(1)).toEqual([rain]);
  expect(takes.get(2)).toEqual([newer, older]);
});

it("ignores takes of the whole text", () => {
  expect(matchSentenceTakes([take("Yes.", { relation: "again" }), take("No.")], sentences).size).toBe(0);
});
