import { expect, it } from "vitest";
import { splitSpokenText } from "./spoken-words";

const kinds = (text: string, withToneTags: boolean) =>
  splitSpokenText(text, withToneTags).map(({ kind, text: each }) => `${kind}:${each}`);

it("separates pauses and tone tags from words", () => {
  expect(kinds("Well (sighs) then.<#0.5#>Go on.", true)).toEqual([
    "words:Well ",
    "tone:(sighs)",
    "words: then.",
    "pause:<#0.5#>",
    "words:Go on.",
  ]);
});

it("reads the length of a pause from its marker", () => {
  const pauses = splitSpokenText("One.<#0.8#>Two.<#long#>Three.", false).filter(
    ({ kind }) => kind === "pause",
  );
  expect(pauses).toEqual([
    { kind: "pause", text: "<#0.8#>", seconds: 0.8 },
    { kind: "pause", text: "<#long#>" },
  ]);
});

it("treats spoken markers and other brackets as words", () => {
  expect(kinds("Well (sighs) then.", false)).toEqual(["words:Well (sighs) then."]);
  expect(kinds("Well (as ever) then (he-says).", true)).toEqual(["words:Well (as ever) then (he-says)."]);
});

it("returns nothing for an empty text", () => {
  expect(splitSpokenText("", true)).toEqual([]);
});
