import { describe, expect, it } from "vitest";
import { STRUCTURE_TAGS } from "@/lib/service/contract/music-options";
import { readStructureTag, tagName } from "./structure-tag";

describe("readStructureTag", () => {
  it("knows the 14 tags of the document, as it writes them", () => {
    for (const tag of STRUCTURE_TAGS) expect(readStructureTag(tag)).toEqual({ kind: "known", tag });
  });

  it.each([
    ["[chorus]", "[Chorus]"],
    ["[CHORUS]", "[Chorus]"],
    ["[ Chorus ]", "[Chorus]"],
    ["[Pre-Chorus]", "[Pre Chorus]"],
    ["[prechorus]", "[Pre Chorus]"],
    ["[Build  Up]", "[Build Up]"],
    ["【Verse】", "[Verse]"],
    ["［Ｖｅｒｓｅ］", "[Verse]"],
  ])("tells %s as another spelling of %s", (written, tag) => {
    expect(readStructureTag(written)).toEqual({ kind: "variant", tag });
  });
});

describe("tagName", () => {
  it("is what stands in the brackets", () => {
    expect(tagName("[Pre Chorus]")).toBe("Pre Chorus");
    expect(tagName("[ verse 1 ]")).toBe("verse 1");
  });
});
