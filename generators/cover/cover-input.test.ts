import { describe, expect, it } from "vitest";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { coverInputSchema } from "./cover-input";

const prompt = "Slow lounge jazz, brushed drums";
const assetId = "0198c0de-0000-7000-8000-000000000001";
const base = { model: "music-cover", prompt, audio_base64: { assetId } };
const words = "[Verse]\nThe ferry keeps its engine low";

function problemsOf(input: Record<string, unknown>): string[] {
  const { error } = coverInputSchema.safeParse(input);
  return error ? toFieldProblems(error, input).map(({ path, key }) => `${path} ${key}`) : [];
}

describe("coverInputSchema", () => {
  it.each([
    ["a sound of the studio", base],
    ["an address", { model: "music-cover-free", prompt, audio_url: { url: "https://example.org/a.mp3" } }],
    [
      "an analysed sound with words",
      { model: "music-cover", prompt, cover_feature_id: "f-1", lyrics: words },
    ],
    ["words of one's own", { ...base, lyrics: words }],
    ["every setting", { ...base, stream: true, audio_setting: { format: "wav", sample_rate: 16000 } }],
  ])("takes %s", (_what, input) => {
    expect(problemsOf(input)).toEqual([]);
  });

  it.each([
    [9, ["prompt music.prompt.cover-length"]],
    [10, []],
    [300, []],
    [301, ["prompt music.prompt.cover-length"]],
  ])("judges a prompt of %d characters", (length, problems) => {
    expect(problemsOf({ ...base, prompt: "é".repeat(length) })).toEqual(problems);
  });

  it.each([
    [9, ["lyrics music.lyrics.cover-length"]],
    [10, []],
    [1000, []],
    [1001, ["lyrics music.lyrics.cover-length"]],
  ])("judges lyrics of %d characters", (length, problems) => {
    expect(problemsOf({ ...base, lyrics: "字".repeat(length) })).toEqual(problems);
    const analysed = { model: "music-cover", prompt, cover_feature_id: "f-1" };
    expect(problemsOf({ ...analysed, lyrics: "字".repeat(length) })).toEqual(problems);
  });

  it.each([
    ["no reference", { audio_base64: undefined }, ["audio_url music.reference.missing"]],
    [
      "both an address and a sound",
      { audio_url: { url: "https://example.org/a.mp3" } },
      ["audio_base64 music.reference.one"],
    ],
    [
      "an analysed sound beside a sound",
      { cover_feature_id: "f-1", lyrics: words },
      ["cover_feature_id music.reference.feature-only"],
    ],
    [
      "an analysed sound beside an address",
      {
        audio_base64: undefined,
        audio_url: { url: "https://example.org/a.mp3" },
        cover_feature_id: "f-1",
        lyrics: words,
      },
      ["cover_feature_id music.reference.feature-only"],
    ],
    [
      "an analysed sound without words",
      { audio_base64: undefined, cover_feature_id: "f-1" },
      ["lyrics music.lyrics.with-feature"],
    ],
    ["no prompt", { prompt: undefined }, ["prompt music.prompt.cover-length"]],
    ["a model of songs", { model: "music-3.0" }, ["model field.choice"]],
    [
      "an address that is none",
      { audio_base64: undefined, audio_url: { url: "ftp://a" } },
      ["audio_url.url field.url"],
    ],
    [
      "a link for a stream",
      { stream: true, output_format: "url" },
      ["output_format music.output-format.stream"],
    ],
    ["fields of songs", { is_instrumental: true }, ["is_instrumental field.unknown"]],
  ])("refuses %s", (_what, change, problems) => {
    expect(problemsOf({ ...base, ...change })).toEqual(problems);
  });
});
