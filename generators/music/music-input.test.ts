import { describe, expect, it } from "vitest";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { MUSIC_BITRATES, MUSIC_FORMATS, MUSIC_SAMPLE_RATES } from "@/lib/service/contract/music-options";
import { musicInputSchema } from "./music-input";

const song = { model: "music-3.0", lyrics: "[Verse]\nla" };
const piece = { model: "music-2.6", prompt: "felt piano", is_instrumental: true };

function problems(input: unknown): string[] {
  const result = musicInputSchema.safeParse(input);
  return result.error ? toFieldProblems(result.error, input).map(({ path, key }) => `${path} ${key}`) : [];
}

describe("musicInputSchema takes", () => {
  it.each([
    ["a song without a prompt", song],
    ["a song with an empty prompt", { ...song, prompt: "" }],
    ["lyrics of one character", { ...song, lyrics: "a" }],
    ["the longest texts, in code points", { ...song, prompt: "𝄞".repeat(2000), lyrics: "𝄞".repeat(3500) }],
    ["an instrumental without lyrics", piece],
    ["an instrumental with lyrics", { ...piece, lyrics: "[Intro]\n[Solo]" }],
    ["an instrumental of one character", { ...piece, prompt: "x" }],
    ["lyrics to be written", { model: "music-3.0", prompt: "sea shanty", lyrics_optimizer: true }],
    [
      "lyrics to be written, with empty ones",
      { model: "music-3.0", prompt: "x", lyrics: "", lyrics_optimizer: true },
    ],
    ["lyrics that stay although they could be written", { ...song, lyrics_optimizer: true }],
    ["a stream in hex", { ...song, stream: true, output_format: "hex" }],
    ["a link", { ...song, output_format: "url" }],
    ["a watermark without a stream", { ...song, stream: false, aigc_watermark: true }],
    ["a stream that asks for no watermark", { ...song, stream: true, aigc_watermark: false }],
    ["tags that nobody knows: no rule forbids them", { ...song, lyrics: "[Drop]\nla" }],
    ["every free model", { ...song, model: "music-2.6-free" }],
  ])("%s", (_what, input) => {
    expect(problems(input)).toEqual([]);
  });

  it("every format at every rate and bitrate", () => {
    for (const format of MUSIC_FORMATS)
      for (const sample_rate of MUSIC_SAMPLE_RATES)
        for (const bitrate of MUSIC_BITRATES)
          expect(problems({ ...song, audio_setting: { format, sample_rate, bitrate } })).toEqual([]);
  });
});

describe("musicInputSchema refuses", () => {
  it.each([
    ["no model", { lyrics: "la" }, "model field.required"],
    ["a cover model", { ...song, model: "music-cover" }, "model field.choice"],
    ["a song without lyrics", { model: "music-3.0", prompt: "x" }, "lyrics music.lyrics.missing"],
    ["a song with empty lyrics", { ...song, lyrics: "" }, "lyrics music.lyrics.missing"],
    ["an instrumental with empty lyrics", { ...piece, lyrics: "" }, "lyrics music.lyrics.empty"],
    [
      "lyrics to be written from nothing",
      { model: "music-3.0", lyrics_optimizer: true },
      "prompt music.prompt.optimizer",
    ],
    ["an instrumental without a prompt", { ...piece, prompt: undefined }, "prompt music.prompt.instrumental"],
    ["an instrumental of no words", { ...piece, prompt: "" }, "prompt music.prompt.instrumental"],
    ["a prompt too long", { ...song, prompt: "x".repeat(2001) }, "prompt music.prompt.too-long"],
    ["lyrics too long", { ...song, lyrics: "灯".repeat(3501) }, "lyrics music.lyrics.too-long"],
    ["half a character", { ...song, lyrics: "\ud800" }, "lyrics field.characters"],
    [
      "a stream as a link",
      { ...song, stream: true, output_format: "url" },
      "output_format music.output-format.stream",
    ],
    [
      "a rate that is none",
      { ...song, audio_setting: { sample_rate: 48000 } },
      "audio_setting.sample_rate field.choice",
    ],
    [
      "a format that is none",
      { ...song, audio_setting: { format: "flac" } },
      "audio_setting.format field.choice",
    ],
    ["a bitrate as text", { ...song, audio_setting: { bitrate: "128000" } }, "audio_setting.bitrate"],
    ["a switch as text", { ...song, stream: "yes" }, "stream field.type"],
    ["a reference audio", { ...song, audio_url: "https://h/a.mp3" }, "audio_url field.unknown"],
    ["a field nobody knows", { ...song, seed: 1 }, "seed field.unknown"],
  ])("%s", (_what, input, problem) => {
    expect(problems(input).join("; ")).toContain(problem);
  });
});
