import { describe, expect, it } from "vitest";
import { findSentenceAt, stepSentence } from "./use-spoken-sentence";

const sentences = [
  { startMs: 100, endMs: 900 },
  { startMs: 1_200, endMs: 2_000 },
  { startMs: 2_000, endMs: 3_500 },
];

describe("findSentenceAt", () => {
  it("finds the sentence being spoken", () => {
    expect(findSentenceAt(sentences, 500)).toBe(0);
    expect(findSentenceAt(sentences, 1_200)).toBe(1);
    expect(findSentenceAt(sentences, 1_900)).toBe(1);
    expect(findSentenceAt(sentences, 2_000)).toBe(2);
  });

  it("keeps the last one during a pause and after the end", () => {
    expect(findSentenceAt(sentences, 1_000)).toBe(0);
    expect(findSentenceAt(sentences, 60_000)).toBe(2);
  });

  it("returns null before the first, and without sentences", () => {
    expect(findSentenceAt(sentences, 0)).toBeNull();
    expect(findSentenceAt([], 500)).toBeNull();
  });

  it("tolerates a position a few milliseconds early", () => {
    expect(findSentenceAt(sentences, 1_999 - 20)).toBe(2);
    expect(findSentenceAt(sentences, 1_999 - 60)).toBe(1);
  });

  it("matches a linear search over a thousand sentences", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ startMs: index * 730 + (index % 7) * 50 }));
    for (let timeMs = 0; timeMs < 740_000; timeMs += 997) {
      const plain = many.findLastIndex(({ startMs }) => startMs <= timeMs + 40);
      expect(findSentenceAt(many, timeMs)).toBe(plain === -1 ? null : plain);
    }
  });
});

describe("stepSentence", () => {
  it("moves to the neighbours and stops at the ends", () => {
    expect(stepSentence("ArrowRight", 0, 3)).toBe(1);
    expect(stepSentence("ArrowDown", 2, 3)).toBe(2);
    expect(stepSentence("ArrowLeft", 1, 3)).toBe(0);
    expect(stepSentence("ArrowUp", 0, 3)).toBe(0);
  });

  it("moves to the ends", () => {
    expect(stepSentence("Home", 2, 3)).toBe(0);
    expect(stepSentence("End", 0, 3)).toBe(2);
  });

  it("moves forward to the left in right-to-left text", () => {
    expect(stepSentence("ArrowLeft", 0, 3, true)).toBe(1);
    expect(stepSentence("ArrowRight", 1, 3, true)).toBe(0);
    expect(stepSentence("ArrowDown", 0, 3, true)).toBe(1);
  });

  it("ignores every other key", () => {
    expect(stepSentence("Enter", 1, 3)).toBeNull();
    expect(stepSentence("a", 1, 3)).toBeNull();
  });
});
