import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { canMoveSection, joinSections, moveSection, parseSections } from "./sections";

const song = "[Intro]\n\n[Verse]\nMorning comes\nto the harbour\n\n[Chorus]\nLight the lamps\n\n[Outro]";

/** Numbers of a linear congruential generator (Numerical Recipes), so that a failing text comes again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  "[Verse]",
  "[chorus]",
  "[Pre-Chorus]",
  "[Somewhere]",
  "[",
  "]",
  "[]",
  "【副歌】",
  "words",
  "日本語",
  "🎵",
  "\ud83c",
  " ",
  "\t",
  "\n",
  "\n\n",
  "\r\n",
  "\r",
  "\u2028",
  "\u3000",
  "[Solo] and words",
  "\n[Outro]\n",
  "\n\n[Hook]\n",
  "\r\n[Whisper]\r\n",
];
const texts = Array.from({ length: 1_000 }, (_, seed) => {
  const random = createRandom(seed);
  return Array.from({ length: random(24) }, () => pieces[random(pieces.length)]).join("");
});

describe("parseSections", () => {
  it("begins a section at each tag, in whatever spelling", () => {
    const sections = parseSections("[verse 1]\nOne\n[Pre-Chorus]\nTwo\n【副歌】\nThree\n[Whisper]\nFour");
    expect(sections.map(({ tag, label, unknown, lines }) => ({ tag, label, unknown, lines }))).toEqual([
      { tag: null, label: "verse 1", unknown: true, lines: ["One"] },
      { tag: "[Pre Chorus]", label: "Pre-Chorus", unknown: false, lines: ["Two"] },
      { tag: null, label: "副歌", unknown: true, lines: ["Three"] },
      { tag: null, label: "Whisper", unknown: true, lines: ["Four"] },
    ]);
  });

  it("keeps words before the first tag as a section of their own, blank lines not", () => {
    expect(parseSections("Hey\n[Verse]\nOne")).toMatchObject([
      { tag: null, label: "", unknown: false, lines: ["Hey"], start: 0, end: 4, tagRange: null },
      { tag: "[Verse]", start: 4, end: 15, tagRange: { from: 4, to: 11 } },
    ]);
    expect(parseSections("\n \n[Verse]\nOne\n\n")).toMatchObject([
      { tag: "[Verse]", start: 0, end: 16, tagRange: { from: 3, to: 10 }, contentEnd: 14, lines: ["One"] },
    ]);
  });

  it("takes words in the line of a tag of the 14, and no other bracket with words behind it", () => {
    expect(parseSections("[Verse] One\nTwo\n[softly] Three")).toMatchObject([
      { tag: "[Verse]", lines: ["One", "Two", "[softly] Three"] },
    ]);
  });

  it("has no sections for nothing", () => {
    expect(parseSections("")).toEqual([]);
    expect(parseSections(" \n\t\n")).toEqual([]);
  });

  it("covers every unit of a text, whatever it is", () => {
    for (const text of texts) {
      const sections = parseSections(text);
      expect(joinSections(text, sections)).toBe(text);
      for (const { start, end, contentEnd, tagRange } of sections) {
        expect(start, JSON.stringify(text)).toBeLessThan(contentEnd);
        expect(contentEnd, JSON.stringify(text)).toBeLessThanOrEqual(end);
        if (tagRange) expect(text.slice(tagRange.from, tagRange.to)).toMatch(/^[[【［].*[\]】］]$/);
      }
    }
  });
});

describe("moveSection", () => {
  it("keeps the empty lines between sections, so that the last one may move up", () => {
    expect(moveSection(song, 3, 0)).toBe(
      "[Outro]\n\n[Intro]\n\n[Verse]\nMorning comes\nto the harbour\n\n[Chorus]\nLight the lamps",
    );
    expect(moveSection("[Verse]\nOne\n[Chorus]\nTwo", 1, 0)).toBe("[Chorus]\nTwo\n[Verse]\nOne");
    expect(moveSection("\n[Verse]\r\nOne\r\n\r\n[Chorus]\r\nTwo\r\n", 0, 1)).toBe(
      "\n[Chorus]\r\nTwo\r\n\r\n[Verse]\r\nOne\r\n",
    );
  });

  it("leaves words before the first tag where they are", () => {
    const text = "Hey\n[Verse]\nOne\n[Chorus]\nTwo";
    const sections = parseSections(text);
    expect(canMoveSection(sections, 0, 1)).toBe(false);
    expect(canMoveSection(sections, 2, 0)).toBe(false);
    expect(canMoveSection(sections, 2, 1)).toBe(true);
    expect(moveSection(text, 0, 2)).toBe(text);
    expect(moveSection(text, 2, 1)).toBe("Hey\n[Chorus]\nTwo\n[Verse]\nOne");
  });

  it("leaves the text as it is for places that are not there", () => {
    for (const [from, to] of [
      [0, 0],
      [0, 9],
      [-1, 0],
      [9, 0],
    ] as const) {
      expect(moveSection(song, from, to)).toBe(song);
    }
  });

  const labels = (lyrics: string) => parseSections(lyrics).map(({ label, lines }) => ({ label, lines }));

  it("moves whole sections of any text, and back again", () => {
    let moves = 0;
    for (const text of texts) {
      const sections = parseSections(text);
      for (const from of sections.keys()) {
        for (const to of sections.keys()) {
          const moved = moveSection(text, from, to);
          // A matcher for each of so many moves would take seconds.
          if (moved.length !== text.length || moveSection(moved, to, from) !== text) {
            expect.fail(`lost text: ${JSON.stringify([text, from, to, moved])}`);
          }
          if (!canMoveSection(sections, from, to)) continue;
          const wanted = labels(text);
          wanted.splice(to, 0, ...wanted.splice(from, 1));
          if (!isDeepStrictEqual(labels(moved), wanted)) {
            expect.fail(`wrong order: ${JSON.stringify([text, from, to, moved])}`);
          }
          moves += 1;
        }
      }
    }
    expect(moves).toBeGreaterThan(1_000);
  });
});
