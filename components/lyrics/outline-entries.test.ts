import { describe, expect, it } from "vitest";
import { moveSection } from "@/lib/lyrics/sections";
import { findEntryAt, listOutlineEntries } from "./outline-entries";

const song = "[Verse]\nOne\n\n[Chorus]\nTwo\n\n[verse]\nThree";

describe("listOutlineEntries", () => {
  it("names sections in the document's spelling and numbers repeated tags", () => {
    expect(listOutlineEntries(`Hey\n${song}\n[Whisper]`).map(({ name, number }) => [name, number])).toEqual([
      ["", null],
      ["Verse", 1],
      ["Chorus", null],
      ["Verse", 2],
      ["Whisper", null],
    ]);
  });

  it("keeps ids while sections move, change, appear and disappear", () => {
    const before = listOutlineEntries(song);
    const ids = (lyrics: string) => listOutlineEntries(lyrics, before).map(({ id }) => id);
    expect(before.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(ids(moveSection(song, 2, 0))).toEqual([2, 0, 1]);
    expect(ids(song.replace("Two", "Twofold"))).toEqual([0, 1, 2]);
    expect(ids(song.replace("[Chorus]", "[Solo]\n\n[Chorus]"))).toEqual([0, 3, 1, 2]);
    expect(ids("[Chorus]\nTwo")).toEqual([1]);
  });
});

describe("findEntryAt", () => {
  it("returns the section at an offset", () => {
    const entries = listOutlineEntries(song);
    expect([0, 12, 13, song.length].map((offset) => findEntryAt(entries, offset))).toEqual([0, 0, 1, 2]);
    expect(findEntryAt([], 0)).toBe(-1);
  });
});
