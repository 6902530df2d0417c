import { describe, expect, it } from "vitest";
import { editLyrics, imagineLyrics, splitSections, writeSong } from "./media/lyrics.ts";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/lyrics_generation";
const client = prepareSandbox();
const tagsOf = (lyrics: string) => splitSections(lyrics).map(({ tag }) => tag);
const linesOf = (lyrics: string, tag: string) =>
  splitSections(lyrics)
    .filter((section) => section.tag === tag)
    .map(({ lines }) => lines.join("\n"));

describe("lyrics", () => {
  it.each([
    ["a folk song about the sea and a lighthouse", /tide|harbour|wave|water|shore/i],
    ["neon city nights", /neon|train|street|city/i],
    ["a long drive into the desert", /mile|road|drive|dust/i],
    ["关于离别的歌，下雨天", /雨|伞|再见/],
    ["海边的夏天", /海|浪|潮/],
  ])("follow the prompt: %s", (prompt, words) => {
    const { lyrics } = writeSong(prompt);
    expect(lyrics).toMatch(words);
    expect(writeSong(prompt).lyrics).toBe(lyrics);
    expect(new Set(linesOf(lyrics, "[Verse]")).size).toBe(2);
    expect(new Set(linesOf(lyrics, "[Chorus]")).size).toBe(1);
    expect(lyrics.length).toBeLessThanOrEqual(3500);
  });

  it("of a reference have a section for each sung part, and fit a cover", () => {
    const parts = ["intro", "verse", "chorus", "inst", "bridge", "outro"] as const;
    const lyrics = imagineLyrics(
      "c0ffee",
      parts.map((label) => ({ label })),
    );
    expect(tagsOf(lyrics)).toEqual(["[Verse]", "[Chorus]", "[Bridge]"]);
    const many = Array.from({ length: 40 }, () => ({ label: "verse" as const }));
    expect(imagineLyrics("c0ffee", many).length).toBeLessThanOrEqual(1000);
    expect(imagineLyrics("c0ffee", []).length).toBeGreaterThanOrEqual(10);
  });
});

describe("an edit", () => {
  const { lyrics } = writeSong("the sea at night");

  it("rewrites only the named section", () => {
    const edited = editLyrics(lyrics, "Rewrite the second verse");
    const [first, second] = linesOf(lyrics, "[Verse]");
    expect(linesOf(edited, "[Verse]")[0]).toBe(first);
    expect(linesOf(edited, "[Verse]")[1]).not.toBe(second);
    expect(linesOf(edited, "[Chorus]")).toEqual(linesOf(lyrics, "[Chorus]"));
    expect(tagsOf(edited)).toEqual(tagsOf(lyrics));
  });

  it("rewrites every chorus alike", () => {
    const choruses = new Set(linesOf(editLyrics(lyrics, "更有力量的副歌"), "[Chorus]"));
    expect(choruses.size).toBe(1);
    expect([...choruses][0]).not.toBe(linesOf(lyrics, "[Chorus]")[0]);
  });

  it("adds and removes", () => {
    expect(tagsOf(editLyrics(lyrics, "remove the bridge"))).not.toContain("[Bridge]");
    const plain = "[Verse]\nA line\n\n[Chorus]\nAnother line";
    expect(tagsOf(editLyrics(plain, "add a bridge"))).toEqual(["[Verse]", "[Bridge]", "[Chorus]"]);
    expect(tagsOf(editLyrics(plain, "加一段尾声"))).toEqual(["[Verse]", "[Chorus]", "[Outro]"]);
    expect(tagsOf(editLyrics(plain, "add an intro"))[0]).toBe("[Intro]");
  });

  it("never empties a song or makes it longer than it may be", () => {
    expect(editLyrics("[Verse]\nOnly this", "shorter, please")).toBe("[Verse]\nOnly this");
    const long = `[Verse]\n${"x".repeat(3480)}`;
    expect(editLyrics(long, "add a chorus")).toBe(long);
  });
});

describe("the endpoint", () => {
  it("writes a song with title and style", async () => {
    const { body } = await client.post(PATH, {
      mode: "write_full_song",
      prompt: "slow jazz about the sea, 70 bpm",
    });
    expect(body.lyrics).toContain("[Chorus]");
    expect(body.style_tags).toMatch(/^Jazz, M\w+, Slow, 70 BPM$/);
    expect((body.song_title as string).length).toBeGreaterThan(2);
    const titled = await client.post(PATH, { mode: "write_full_song", title: "Mine" });
    expect(titled.body.song_title).toBe("Mine");
  });

  it("edits the given lyrics", async () => {
    const lyrics = "[Verse]\nMy own words\n\n[Chorus]\nStay";
    const { body } = await client.post(PATH, { mode: "edit", prompt: "a new chorus", lyrics });
    expect(body.lyrics).toContain("My own words");
    expect(body.lyrics).not.toContain("Stay\n");
  });

  it.each([
    ["lyrics", { mode: "edit", prompt: "x" }],
    ["lyrics", { mode: "edit", prompt: "x", lyrics: "a".repeat(3501) }],
    ["prompt", { mode: "write_full_song", prompt: "a".repeat(2001) }],
    ["mode", { mode: "write" }],
  ])("refuses %s %#", async (field, request) => {
    const answer = await client.post(PATH, request);
    expect(codeOf(answer)).toBe(2013);
    expect(messageOf(answer)).toContain(`invalid params, ${field}:`);
  });
});
