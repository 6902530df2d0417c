import { describe, expect, it } from "vitest";
import { TONE_TAGS } from "@/lib/service/contract/speech-marks";
import { findPausePlace, findSpeechTokens, writePauseMarker } from "./speech-tokens";

const words = { pause: (problem: string) => `pause ${problem}` };
const find = (text: string, options = { toneTags: true }, refusal?: string) =>
  findSpeechTokens(text, { ...words, toneRefusal: refusal }, options);
const describeTokens = (text: string, ...rest: [options?: { toneTags: boolean }, refusal?: string]) =>
  find(text, ...rest).map(({ from, to, kind, problem }) => [text.slice(from, to), kind, problem]);

describe("findSpeechTokens", () => {
  it("finds pauses and tone tags in the order of the text", () => {
    expect(describeTokens("Ha (laughs) yes<#0.5#>no (sighs)")).toEqual([
      ["(laughs)", "tone", undefined],
      ["<#0.5#>", "pause", undefined],
      ["(sighs)", "tone", undefined],
    ]);
  });

  it.each(TONE_TAGS)("knows %s", (tag) => {
    expect(describeTokens(`a ${tag} b`)).toEqual([[tag, "tone", undefined]]);
  });

  it("takes other brackets for words", () => {
    expect(find("(laugh) (Laughs) (laughs and cries) [laughs]")).toEqual([]);
  });

  it("says at each token which rule it breaks", () => {
    expect(describeTokens("<#1#>a<#100#>b (gasps)<#1#>", { toneTags: true }, "not this model")).toEqual([
      ["<#1#>", "pause", "pause position"],
      ["<#100#>", "pause", "pause duration"],
      ["(gasps)", "tone", "not this model"],
      ["<#1#>", "pause", "pause position"],
    ]);
  });

  it("knows no tone tags where the request has none", () => {
    expect(find("Ha (laughs)", { toneTags: false })).toEqual([]);
  });
});

describe("writePauseMarker", () => {
  it.each([
    [0.01, "<#0.01#>"],
    [0.5, "<#0.5#>"],
    [2, "<#2#>"],
    [99.99, "<#99.99#>"],
    [1.1, "<#1.1#>"],
    [0, null],
    [0.009, null],
    [0.005, null],
    [1.234, null],
    [100, null],
    [99.999, null],
    [-1, null],
    [NaN, null],
  ])("writes %d as %j", (seconds, marker) => {
    expect(writePauseMarker(seconds)).toBe(marker);
  });
});

describe("findPausePlace", () => {
  /** `|` is the caret; `[` and `]` enclose the selection. */
  function place(marked: string) {
    const from = marked.search(/[|[]/);
    const to = marked.includes("]") ? marked.indexOf("]") - 1 : from;
    const text = marked.replaceAll(/[|[\]]/g, "");
    return findPausePlace(text, find(text), { from, to });
  }

  it.each([
    ["one| two", { range: { from: 3, to: 3 }, changes: false }],
    ["one[ ]two", { range: { from: 3, to: 4 }, changes: false }],
    ["one|", { range: { from: 3, to: 3 }, changes: false }],
    ["one \n|", { range: { from: 5, to: 5 }, changes: false }],
    ["one<#1#>two|<#2#>three", { refusal: "next-to-pause" }],
    ["one|<#1#>two", { refusal: "next-to-pause" }],
    ["one<#1#>|two", { refusal: "next-to-pause" }],
    ["one<#1#> | ", { refusal: "next-to-pause" }],
    ["|one", { refusal: "nothing-before" }],
    ["… |one", { refusal: "nothing-before" }],
    ["|", { refusal: "nothing-before" }],
    ["one| !", { refusal: "nothing-after" }],
  ])("answers for %j", (marked, answer) => {
    expect(place(marked)).toEqual(answer);
  });

  it("is the marker itself for a caret in it, or when all of it is selected", () => {
    expect(place("one<#1|#>two")).toMatchObject({ range: { from: 3, to: 8 }, changes: true });
    const whole = findPausePlace("one<#1#>two", find("one<#1#>two"), { from: 3, to: 8 });
    expect(whole).toMatchObject({ range: { from: 3, to: 8 }, changes: true });
  });

  it("is behind a tone tag for a caret in it", () => {
    expect(place("one (lau|ghs) two")).toEqual({ range: { from: 12, to: 12 }, changes: false });
  });
});
