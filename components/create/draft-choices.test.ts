import { describe, expect, it } from "vitest";
import { shortenInput } from "@/lib/generations/read/shorten-generation";
import { applyChoices, findChoices, findUnsentDraft } from "./draft-choices";

const english = { model: "m", text: "", stream: true, voice_setting: { voice_id: "Narrator" }, tags: ["a"] };
const chinese = { ...english, voice_setting: { voice_id: "Executive" } };

describe("findChoices", () => {
  it("finds nothing in a form that was only looked at", () => {
    expect(
      findChoices({ ...english, voice_setting: { voice_id: "Narrator" }, tags: ["a"] }, english),
    ).toBeNull();
    expect(findChoices({ ...english, seed: undefined }, english)).toBeNull();
  });

  it("keeps typed values without defaults", () => {
    const input = {
      ...english,
      text: "Hello",
      voice_setting: { voice_id: "Narrator", speed: 1.2 },
      tags: [],
    };
    expect(findChoices(input, english)).toEqual({ text: "Hello", voice_setting: { speed: 1.2 }, tags: [] });
  });

  it("remembers that a default was cleared", () => {
    const { voice_setting: _voice, ...mixed } = english;
    expect(findChoices(mixed, english)).toEqual({ voice_setting: null });
  });
});

describe("applyChoices", () => {
  it.each([
    ["text", { ...english, text: "Hello" }],
    ["a setting inside another", { ...english, voice_setting: { voice_id: "Narrator", speed: 1.2 } }],
    ["a field that a new form has not", { ...english, seed: 7 }],
    ["a file in the place of an address", { ...english, frame: { assetId: "x" } }],
    ["an emptied field", { model: "m", text: "", stream: false, tags: ["b"] }],
  ])("restores the same input: %s", (_, input) => {
    const defaults = { ...english, ...("frame" in input ? { frame: { url: "" } } : {}) };
    expect(applyChoices(findChoices(input, defaults), defaults)).toEqual(input);
  });

  it("uses the defaults of the visit, not of the draft", () => {
    const choices = findChoices({ ...chinese, text: "你好" }, chinese);
    expect(applyChoices(choices, english)).toEqual({ ...english, text: "你好" });
  });

  it.each([null, undefined, "text", 7, ["a"]])("reads %j as no choices", (choices) => {
    expect(applyChoices(choices, english)).toEqual(english);
  });
});

const longText = "A ferry leaves. ".repeat(100);
const sent = [
  { input: { model: "m", prompt: "A ferry leaves" } },
  { input: shortenInput({ prompt: longText }), shortened: true },
];

it.each([
  ["words that were never sent", { prompt: "A storm comes" }, true],
  ["lyrics alone", { prompt: "A ferry leaves", lyrics: "la" }, true],
  ["what was sent, with another setting", { model: "n", prompt: " A ferry leaves " }, false],
  ["a long text that a list has shortened", { prompt: longText }, false],
  ["another long text", { prompt: `The ${longText}` }, true],
  ["no words", { model: "m", prompt: "  " }, false],
  ["nothing", null, false],
  ["what is no draft", "prompt", false],
])("reports whether something would be lost: %s", (_, draft, isUnsent) => {
  expect(findUnsentDraft(draft, sent)).toBe(isUnsent ? draft : null);
});
