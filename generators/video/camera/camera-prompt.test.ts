import { describe, expect, it } from "vitest";
import { findCameraGroups, type CameraInstruction } from "@/lib/service/contract/camera-instructions";
import chinese from "@/messages/zh/camera.json";
import english from "@/messages/en/camera.json";
import {
  beginGroup,
  cutAtGroups,
  findCameraTokens,
  findGroupAt,
  joinGroup,
  leaveGroup,
  swapGroups,
  type PromptChange,
} from "./camera-prompt";

const words = {
  crowded: "crowded",
  unknown: "unknown",
  named: "named",
  names: [english.names, chinese.names],
};

function apply(prompt: string, change: PromptChange | null): string {
  return change ? prompt.slice(0, change.from) + change.insert + prompt.slice(change.to) : prompt;
}

describe("camera tokens", () => {
  it("are found where they stand, and advised upon", () => {
    const prompt = "[左移] a [slow] b [左移,右移,上升,推进] c [左移,x]";
    const told = findCameraTokens(prompt, words).map(({ from, to, advice }) => [
      prompt.slice(from, to),
      advice,
    ]);
    expect(told).toEqual([
      ["[左移]", undefined],
      ["[slow]", "unknown"],
      ["[左移,右移,上升,推进]", "crowded"],
      ["[左移,x]", "unknown"],
    ]);
  });

  it("that are called by a name can be written as the service reads them", () => {
    const [named, unknown] = findCameraTokens("[Pull out, tilt up] Night falls [zoom wildly]", words);
    expect(named).toMatchObject({ from: 0, to: 19, advice: "named", fix: "[拉远,上摇]" });
    expect(unknown).toMatchObject({ advice: "unknown" });
    expect(unknown).not.toHaveProperty("fix");
    expect(findCameraTokens("[Pull out]", { ...words, refusal: "no" })).toMatchObject([{ advice: "no" }]);
  });

  it("tell what they are called, where that is another word", () => {
    expect(findCameraTokens("[拉远,上摇]", words)).toMatchObject([{ gloss: "Pull out, Tilt up" }]);
    const [token] = findCameraTokens("[拉远]", { ...words, names: [chinese.names, english.names] });
    expect(token).not.toHaveProperty("gloss");
  });

  it("are all told of where the model takes none; other brackets are words", () => {
    const told = findCameraTokens("[左移] a [slow] [左移,x]", { ...words, refusal: "no" });
    expect(told.map(({ from, advice }) => [from, advice])).toEqual([
      [0, "no"],
      [14, "no"],
    ]);
  });
});

describe("an instruction", () => {
  it.each([
    ["", 0, "[推进] "],
    ["A ship", 6, "A ship [推进] "],
    ["A ship", 0, "[推进] A ship"],
    ["A ship", 1, "A [推进] ship"],
  ])("begins a move in %j at %i", (prompt, at, expected) => {
    expect(apply(prompt, beginGroup(prompt, { from: at, to: at }, "推进"))).toBe(expected);
  });

  it("joins a group once", () => {
    const prompt = "A [左移，上升] ship";
    const group = findGroupAt(prompt, { from: 4, to: 4 })!;
    expect(apply(prompt, joinGroup(group, "推进"))).toBe("A [左移,上升,推进] ship");
    expect(joinGroup(group, "上升")).toBeNull();
    expect(findGroupAt(prompt, { from: 2, to: 2 })).toBeUndefined();
    expect(findGroupAt(prompt, { from: 9, to: 9 })).toBeUndefined();
  });

  it.each<[string, CameraInstruction, string]>([
    ["A [左移,上升] ship", "左移", "A [上升] ship"],
    ["A [左移] ship", "左移", "A ship"],
    ["[左移] A ship", "左移", "A ship"],
    ["A ship [左移]", "左移", "A ship"],
  ])("leaves %j", (prompt, instruction, expected) => {
    expect(leaveGroup(prompt, findCameraGroups(prompt)[0]!, instruction)).toBe(expected);
  });
});

it("exchanges moves and leaves the words where they are", () => {
  const prompt = "[左移] a ship [上升,推进] at sea";
  const [first, second] = findCameraGroups(prompt);
  for (const swapped of [swapGroups(prompt, first!, second!), swapGroups(prompt, second!, first!)]) {
    expect(swapped).toBe("[上升,推进] a ship [左移] at sea");
  }
});

describe("a prompt to be read", () => {
  it("is cut at its instructions, and loses nothing by it", () => {
    const prompt = "[推进] A lamp\n[a note] is lit [左移,上升]";
    const parts = cutAtGroups(prompt, [english.names]);
    expect(parts).toEqual([
      { from: 0, text: "[推进]", isGroup: true, gloss: "Push in" },
      { from: 4, text: " A lamp\n[a note] is lit ", isGroup: false, gloss: null },
      { from: 28, text: "[左移,上升]", isGroup: true, gloss: "Truck left, Pedestal up" },
    ]);
    expect(parts.map(({ text }) => text).join("")).toBe(prompt);
  });

  it("names nothing twice where the person reads the service's own words", () => {
    expect(cutAtGroups("[推进]", [chinese.names])).toMatchObject([{ isGroup: true, gloss: null }]);
    expect(cutAtGroups("", [english.names])).toEqual([]);
  });
});
