import { describe, expect, it } from "vitest";
import { resultFileName, safeFileName } from "./media-file-name";

const name = (prompt: string) =>
  resultFileName({
    prompt,
    generator: "image",
    createdAt: new Date("2026-03-04T23:59:00Z"),
    index: 0,
    mimeType: "image/jpeg",
  });

describe("resultFileName", () => {
  it.each([
    ["A red fox, in snow!", "a-red-fox-in-snow-20260304-1.jpg"],
    ["雪中的红狐狸", "雪中的红狐狸-20260304-1.jpg"],
    ["ثعلب أحمر", "ثعلب-أحمر-20260304-1.jpg"],
    ["../../etc/passwd", "etc-passwd-20260304-1.jpg"],
    ["...", "image-20260304-1.jpg"],
    ["🦊🦊", "image-20260304-1.jpg"],
    ["\u202Egpj.exe", "gpj-exe-20260304-1.jpg"],
    ["broken \uD800 half", "broken-half-20260304-1.jpg"],
  ])("names %j %s", (prompt, expected) => {
    expect(name(prompt)).toBe(expected);
  });

  it("has the name of the part instead of a number", () => {
    const createdAt = new Date("2026-03-04T23:59:00Z");
    const named = {
      prompt: "Tide tables",
      generator: "narration",
      createdAt,
      index: 2,
      mimeType: "audio/mpeg",
    };
    expect(resultFileName({ ...named, part: "Title" })).toBe("tide-tables-20260304-title.mp3");
    expect(resultFileName({ ...named, part: "../.." })).toBe("tide-tables-20260304-3.mp3");
  });

  it("cuts a long prompt by bytes, at a character", () => {
    const cut = name("狐".repeat(400));
    expect(cut).toBe(`${"狐".repeat(26)}-20260304-1.jpg`);
    expect(name("word ".repeat(100))).not.toMatch(/--/);
  });

  it("cuts between two words", () => {
    const song = "Slow harbour waltz, brushed drums, upright bass, accordion far away, a tired";
    expect(name(`${song} baritone close to the microphone`)).toBe(
      "slow-harbour-waltz-brushed-drums-upright-bass-accordion-far-away-a-tired-20260304-1.jpg",
    );
    expect(name(`${song} now`)).toMatch(/-a-tired-now-20260304-1\.jpg$/);
    expect(name(`a ${"狐".repeat(400)}`)).toBe(`a-${"狐".repeat(26)}-20260304-1.jpg`);
  });
});

describe("safeFileName", () => {
  it.each([
    ["fox.png", "image/jpeg", "fox.jpg"],
    ["C:\\Users\\ada\\fox.jpg", "image/jpeg", "fox.jpg"],
    ["../../etc/passwd", "text/plain", "passwd.txt"],
    ["con.txt", "text/plain", "_con.txt"],
    ["a<b>:c|d?.txt", "text/plain", "abcd.txt"],
    ["invoice\u202Etxt.exe", "text/plain", "invoicetxt.txt"],
    ["v1.2 final.mp3", "audio/mpeg", "v1.2 final.mp3"],
    [".htaccess", "text/plain", "htaccess.txt"],
    ["...", "text/plain", null],
    ["", "text/plain", null],
  ])("makes %j (%s) %j", (given, mimeType, expected) => {
    expect(safeFileName(given, mimeType)).toBe(expected);
  });
});
