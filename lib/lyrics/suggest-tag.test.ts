import { describe, expect, it } from "vitest";
import { readStructureTag } from "./structure-tag";
import { suggestTag } from "./suggest-tag";

describe("suggestTag", () => {
  it.each([
    ["[Verse 1]", "[Verse]"],
    ["[Verse2]", "[Verse]"],
    ["[Final Chorus x2]", "[Chorus]"],
    ["[Final Pre-Chorus]", "[Pre Chorus]"],
    ["[Guitar Solo]", "[Solo]"],
    ["[Instrumental Break]", "[Inst]"],
    ["[Instrumental]", "[Inst]"],
    ["[Refrain]", "[Chorus]"],
    ["[Chours]", "[Chorus]"],
    ["[Corus]", "[Chorus]"],
    ["[Vers]", "[Verse]"],
    ["[Brige]", "[Bridge]"],
    ["[Itnro]", "[Intro]"],
    ["【副歌】", "[Chorus]"],
    ["[第一段主歌]", "[Verse]"],
    ["[预副歌]", "[Pre Chorus]"],
    ["[Whisper]", null],
    ["[soft piano]", null],
    ["[]", null],
    ["[?]", null],
  ])("takes %s for %s", (written, tag) => {
    expect(readStructureTag(written)).toEqual({ kind: "unknown" });
    expect(suggestTag(written)).toBe(tag);
  });
});
