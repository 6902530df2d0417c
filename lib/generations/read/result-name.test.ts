import { expect, it } from "vitest";
import { nameArchive, nameResult } from "./result-name";

const generation = {
  generator: "narration",
  createdAt: "2026-03-04T23:59:00.000Z",
  title: null,
  input: { text: "Tide tables. The first page." },
};
const name = (role: string, mimeType: string, index: number, group?: string) =>
  nameResult(generation, { role, mimeType, index, group });

it("numbers several results of one kind", () => {
  expect(name("audio", "audio/mpeg", 0)).toBe("tide-tables-the-first-page-20260304-1.mp3");
  expect(name("image", "image/png", 2)).toBe("tide-tables-the-first-page-20260304-3.png");
});

it("gives nine files of a narration nine names without numbers", () => {
  const names = ["title", "content", "extra"].flatMap((group, index) => [
    name("audio", "audio/mpeg", index, group),
    name("subtitle", "application/json", index, group),
    name("extra", "application/json", index, group),
  ]);
  expect(new Set(names).size).toBe(9);
  expect(names.slice(0, 3)).toEqual([
    "tide-tables-the-first-page-20260304-title.mp3",
    "tide-tables-the-first-page-20260304-title-subtitles.json",
    "tide-tables-the-first-page-20260304-title-facts.json",
  ]);
});

it("names the files about a sound differently from the sound", () => {
  expect(name("subtitle", "application/json", 0)).toBe(
    "tide-tables-the-first-page-20260304-1-subtitles.json",
  );
});

it("names a later take differently from the first", () => {
  const song = (number: number) => ({ ...generation, take: { idea: "tides", number } });
  const output = { role: "audio", mimeType: "audio/mpeg", index: 0 };
  expect(nameResult(song(1), output)).toBe("tide-tables-the-first-page-20260304-1.mp3");
  expect(nameResult(song(2), output)).toBe("tide-tables-the-first-page-20260304-take-2.mp3");
  expect(nameResult(song(2), { ...output, index: 1 })).toBe(
    "tide-tables-the-first-page-20260304-take-2-2.mp3",
  );
  expect(nameResult(song(2), { ...output, role: "subtitle", mimeType: "application/json" })).toBe(
    "tide-tables-the-first-page-20260304-take-2-subtitles.json",
  );
  expect(nameArchive(song(2))).toBe("tide-tables-the-first-page-20260304-take-2.zip");
});

it("names every file by the title if there is one", () => {
  const titled = { ...generation, title: "Harbour waltz, final", take: { idea: "tides", number: 2 } };
  const output = { role: "audio", mimeType: "audio/mpeg", index: 0 };
  expect(nameResult(titled, output)).toBe("harbour-waltz-final-20260304-take-2.mp3");
  expect(nameArchive(titled)).toBe("harbour-waltz-final-20260304-take-2.zip");
});

it("names the archive by the generation", () => {
  expect(nameArchive(generation)).toBe("tide-tables-the-first-page-20260304.zip");
});

it("names a song by its prompt, or by its lyrics without one", () => {
  const lyrics = "[Verse]\nThe ferry keeps its engine low";
  const nameSong = (input: Record<string, unknown>) =>
    nameResult(
      { ...generation, generator: "music", input },
      { index: 0, role: "audio", mimeType: "audio/mpeg" },
    );
  expect(nameSong({ prompt: "Slow waltz", lyrics })).toBe("slow-waltz-20260304-1.mp3");
  expect(nameSong({ lyrics })).toBe("the-ferry-keeps-its-engine-low-20260304-1.mp3");
});
