import { describe, expect, it } from "vitest";
import { countCodePoints } from "./text";

describe("countCodePoints", () => {
  it.each([
    ["", 0],
    ["basalt", 6],
    ["海边的灯塔", 5],
    ["🌊🌊", 2],
    ["👩‍🚀", 3],
    ["e\u0301", 2],
    ["\ud83c", 1],
    ["\ud83cx", 2],
    ["\udf0a\ud83c", 2],
  ])("counts %j as %d", (text, count) => {
    expect(countCodePoints(text)).toBe(count);
    expect(countCodePoints(text)).toBe(Array.from(text).length);
  });
});
