import { describe, expect, it } from "vitest";
import type { SegmentLabel } from "@/lib/service/contract/cover-preprocess";
import { alignLyrics } from "./align-lyrics";
import { editPart, readSectionWords } from "./edit-section";

const structure = (...labels: (SegmentLabel | null)[]) =>
  labels.map((label, index) => ({ startSeconds: index * 10, endSeconds: index * 10 + 10, label }));

const tell = (parts: ReturnType<typeof alignLyrics>) =>
  parts.map(({ segment, section }) => `${segment?.label ?? "-"}/${section?.label ?? "-"}`);

const song = "[Verse]\nOne\n\n[Chorus]\nTwo\n\n[Verse]\nThree\n\n[Chorus]\nFour";

describe("alignLyrics", () => {
  it("puts sections beside the parts they are sung in", () => {
    const segments = structure("intro", "verse", "chorus", "inst", "verse", "chorus", "outro");
    expect(tell(alignLyrics(segments, song))).toEqual([
      "intro/-",
      "verse/Verse",
      "chorus/Chorus",
      "inst/-",
      "verse/Verse",
      "chorus/Chorus",
      "outro/-",
    ]);
  });

  it("pairs as many as it can where one is missing on either side", () => {
    expect(tell(alignLyrics(structure("chorus", "verse", "chorus"), song))).toEqual([
      "-/Verse",
      "chorus/Chorus",
      "verse/Verse",
      "chorus/Chorus",
    ]);
    expect(tell(alignLyrics([], song))).toEqual(["-/Verse", "-/Chorus", "-/Verse", "-/Chorus"]);
    expect(tell(alignLyrics(structure("verse", null), ""))).toEqual(["verse/-", "-/-"]);
  });

  it("keeps words that stand before any tag", () => {
    expect(tell(alignLyrics(structure("verse"), "Hum\n[Verse]\nOne"))).toEqual(["-/", "verse/Verse"]);
  });
});

describe("editPart", () => {
  const segments = structure("intro", "verse", "chorus", "verse", "chorus");
  const parts = alignLyrics(segments, song);

  it("replaces the words of one section and nothing else", () => {
    const edited = editPart(song, parts, { index: 2, words: "New words\nin two lines \n" });
    expect(edited).toBe(song.replace("Two", "New words\nin two lines"));
    expect(readSectionWords(edited, alignLyrics(segments, edited)[2]!.section!)).toBe(
      "New words\nin two lines",
    );
  });

  it("leaves the tag where the words go, and takes words again", () => {
    const emptied = editPart(song, parts, { index: 1, words: "" });
    expect(emptied).toBe(song.replace("\nOne", ""));
    expect(editPart(emptied, alignLyrics(segments, emptied), { index: 1, words: "One" })).toBe(song);
  });

  it("gives a part its first words, under the tag of its kind, at its place", () => {
    const begun = editPart(song, parts, { index: 0, words: "Ooh" });
    expect(begun).toBe(`[Intro]\nOoh\n\n${song}`);
    const withBridge = structure("verse", "chorus", "bridge", "verse", "chorus");
    const bridged = editPart(song, alignLyrics(withBridge, song), { index: 2, words: "Over" });
    expect(bridged).toBe(song.replace("Two\n\n", "Two\n\n[Bridge]\nOver\n\n"));
    expect(tell(alignLyrics(withBridge, bridged))[2]).toBe("bridge/Bridge");
    expect(editPart("", alignLyrics(segments, ""), { index: 1, words: "First" })).toBe("[Verse]\nFirst");
  });

  it("makes no section of nothing", () => {
    expect(editPart(song, parts, { index: 0, words: "  " })).toBe(song);
  });
});
