import { describe, expect, it } from "vitest";
import { countCodePoints, leaveOutPauses } from "./text";

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

it("leaves out the pauses of a text", () => {
  const texts = {
    "The keeper listened.<#0.8#> Nothing.<#1.2#>\n“You’re late.”<#0.5#>":
      "The keeper listened. Nothing. \n“You’re late.”",
    "Hello<#0.5#>, world <#2#> again": "Hello, world again",
    "水汽袅袅升起。<#0.6#>老板把<#0.3#>第一壶茶": "水汽袅袅升起。老板把第一壶茶",
  };
  for (const [text, expected] of Object.entries(texts)) expect(leaveOutPauses(text)).toBe(expected);
});
