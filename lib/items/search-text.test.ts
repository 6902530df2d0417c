import { describe, expect, it } from "vitest";
import { listWordTokens, normaliseText, parseSearch } from "./search-text";

describe("normaliseText", () => {
  it.each([
    ["Slow  WALTZ\n\tat sea ", "slow waltz at sea"],
    ["ＡＢＣ　１２", "abc 12"],
    ["Café", "café"],
    ["港口\n圆舞曲", "港口 圆舞曲"],
  ])("makes one line in lower case of %j", (text, normalised) => {
    expect(normaliseText(text)).toBe(normalised);
  });
});

describe("parseSearch", () => {
  it.each([
    ["Harbour waltz", ["harbour", "waltz"], []],
    ['"slow waltz" Harbour', ["slow waltz", "harbour"], []],
    ["waltz -rain", ["waltz"], ["rain"]],
    ['-"heavy rain" sea', ["sea"], ["heavy rain"]],
    ["lo-fi", ["lo-fi"], []],
    ['"not closed', ["not closed"], []],
    ["圆", ["圆"], []],
    ["圆舞 -雨", ["圆舞"], ["雨"]],
    ["sea sea", ["sea"], []],
    ['- ""', ["-"], []],
    ["  ", [], []],
  ])("reads %j", (text, words, without) => {
    expect(parseSearch(text)).toEqual({ words, without });
  });

  it("searches the end of a very long search as one phrase", () => {
    const text = Array.from({ length: 20 }, (_, index) => `w${index}`).join(" ");
    expect(parseSearch(text).words).toHaveLength(16);
    expect(parseSearch(text).words.at(-1)).toBe("w15 w16 w17 w18 w19");
  });
});

describe("listWordTokens", () => {
  it.each([
    [["e"], ["e"]],
    [["圆"], ["圆"]],
    [["圆舞曲"], ["圆舞", "舞曲"]],
    [
      ["sea", "a to"],
      ["se", "ea", "a", "to"],
    ],
    [["🌊🌊"], ["🌊🌊"]],
    [[], []],
  ])("lists the signs or pairs of %j", (words, tokens) => {
    expect(listWordTokens(words)).toEqual(tokens);
  });
});
