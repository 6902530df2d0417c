import { describe, expect, it } from "vitest";
import {
  findDifference,
  findSurroundings,
  indexOfTokenAt,
  isBeingWritten,
  type TextToken,
} from "./text-token";

const token = (from: number, to: number): TextToken => ({ from, to, kind: "pause" });

describe("isBeingWritten", () => {
  const text = "one<#1#>  two";
  it.each([
    [2, false],
    [3, true],
    [5, true],
    [8, true],
    [10, true],
    [11, false],
  ])("with the caret at %d: %s", (caret, written) => {
    expect(isBeingWritten(token(3, 8), text, caret)).toBe(written);
  });
});

describe("indexOfTokenAt", () => {
  const tokens = [token(0, 2), token(5, 8), token(8, 9)];
  it.each([
    [0, 0],
    [2, 0],
    [3, 1],
    [8, 1],
    [9, 2],
    [10, 3],
  ])("finds the token at %d: %d", (offset, index) => {
    expect(indexOfTokenAt(tokens, offset)).toBe(index);
  });

  it("finds none in an empty list", () => {
    expect(indexOfTokenAt([], 4)).toBe(0);
  });
});

describe("findSurroundings", () => {
  it("reaches to the neighbouring tokens", () => {
    const text = "a<#1#>bc<#2#>d";
    const tokens = [token(1, 6), token(8, 13)];
    expect(findSurroundings(text, tokens, { from: 7, to: 7 })).toEqual({
      before: "b",
      after: "c",
      isFirst: false,
      isLast: false,
    });
    expect(findSurroundings(text, tokens, { from: 0, to: 1 })).toMatchObject({
      before: "",
      after: "",
      isFirst: true,
    });
    expect(findSurroundings(text, tokens, { from: 14, to: 14 })).toMatchObject({ before: "d", isLast: true });
  });
});

describe("findDifference", () => {
  it.each([
    ["", ""],
    ["abc", "abc"],
    ["abc", "abXc"],
    ["abcd", "ad"],
    ["aaa", "aa"],
    ["aa", "aaaa"],
    ["x🎵y", "x🎶y"],
    ["🎵", "🎵🎵"],
    ["a𝄞", "b𝄞"],
    ["\ud83c\udfb5", "\ud83d\udfb5"],
    ["one\ntwo", "two\none"],
  ])("turns one text into the other: %j, %j", (before, after) => {
    const { from, to, insert } = findDifference(before, after);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    expect(before.slice(from, to).isWellFormed()).toBe(true);
    expect(insert.isWellFormed()).toBe(true);
  });

  it("is as short as possible", () => {
    expect(findDifference("one two three", "one 2 three")).toEqual({ from: 4, to: 7, insert: "2" });
  });
});
