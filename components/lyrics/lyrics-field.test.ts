import { describe, expect, it } from "vitest";
import { applyFixes } from "@/components/form/text-token";
import { suggestTag } from "@/lib/lyrics/suggest-tag";
import { findLyricsTokens } from "./lyrics-field";

const words = {
  variant: (tag: string) => `written ${tag}`,
  unknown: (meant: string | null) => (meant ? `meant ${meant}` : "none"),
};
const find = (text: string) => findLyricsTokens(text, words, suggestTag);

describe("findLyricsTokens", () => {
  it("finds the tags of sections and their problems", () => {
    expect(find("[Intro]\n\n[verse]\nOne\n[Chours]\nTwo [bracketed]\n[Whisper]\n[softly] Three")).toEqual([
      { from: 0, to: 7, kind: "section" },
      { from: 9, to: 16, kind: "section", advice: "written [Verse]", fix: "[Verse]" },
      { from: 21, to: 29, kind: "section", advice: "meant [Chorus]", fix: "[Chorus]" },
      { from: 46, to: 55, kind: "section", advice: "none" },
    ]);
  });

  it("finds none in plain text", () => {
    expect(find("One\nTwo")).toEqual([]);
  });
});

describe("applyFixes", () => {
  it("applies every fix and keeps the rest", () => {
    const text = "[verse]\nOne\n\n[Whisper]\nTwo\n[Pre-Chorus]";
    expect(applyFixes(text, find(text))).toBe("[Verse]\nOne\n\n[Whisper]\nTwo\n[Pre Chorus]");
    expect(applyFixes("One", [])).toBe("One");
  });
});
