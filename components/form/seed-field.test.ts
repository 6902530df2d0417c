import { describe, expect, it } from "vitest";
import { drawSeed, parseSeed } from "./seed-field";

describe("parseSeed", () => {
  it.each([
    ["", undefined],
    ["  ", undefined],
    ["42", 42],
    ["-7", -7],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740993", "9007199254740993"],
    ["1e5", "1e5"],
    ["seven", "seven"],
  ])("reads %j as %j", (text, seed) => {
    expect(parseSeed(text)).toBe(seed);
  });
});

describe("drawSeed", () => {
  it("returns a whole number of 31 bits", () => {
    expect(drawSeed(() => 0)).toBe(0);
    expect(drawSeed(() => 1 - Number.EPSILON)).toBe(2 ** 31 - 1);
  });
});
