import { describe, expect, it } from "vitest";
import chinese from "@/messages/zh/camera.json";
import english from "@/messages/en/camera.json";
import { rankInstructions } from "./camera-completion";

describe("what is offered within brackets", () => {
  it.each([
    ["pull", ["拉远"]],
    ["Zoom", ["变焦推近", "变焦拉远"]],
    ["out", ["拉远", "变焦拉远"]],
    ["拉", ["拉远", "变焦拉远"]],
    ["wildly", []],
  ])("after %j", (typed, expected) => {
    expect(rankInstructions(typed, [english.names])).toEqual(expected);
    expect(rankInstructions(typed, [chinese.names, english.names])).toEqual(expected);
  });

  it("is everything before the first letter", () => {
    expect(rankInstructions("", [english.names])).toHaveLength(15);
  });
});
