import { expect, it } from "vitest";
import { splitSpokenText } from "./spoken-words";

const kinds = (text: string, withToneTags: boolean) =>
  splitSpokenText(text, withToneTags).map(({ kind, text: each }) => `${kind}:${each}`);

it("tells pauses and tone tags from words", () => {
  expect(kinds("Well (sighs) then.<#0.5#>Go on.", true)).toEqual([
    "words:Well ",
    "tone:(sighs)",
    "words: then.",
    "pause:<#0.5#>",
    "words:Go on.",
  ]);
});

it("knows how long a pause is, where its marker says a length", () => {
  const pauses = splitSpokenText("One.<#0.8#>Two.<#long#>Three.", false).filter(
    ({ kind }) => kind === "pause",
  );
  expect(pauses).toEqual([
    { kind: "pause", text: "<#0.8#>", seconds: 0.8 },
    { kind: "pause", text: "<#long#>" },
  ]);
});

it("takes for words what the model would say, and brackets of other names", () => {
  expect(kinds("Well (sighs) then.", false)).toEqual(["words:Well (sighs) then."]);
  expect(kinds("Well (as ever) then (he-says).", true)).toEqual(["words:Well (as ever) then (he-says)."]);
});

it("has nothing of nothing", () => {
  expect(splitSpokenText("", true)).toEqual([]);
});
