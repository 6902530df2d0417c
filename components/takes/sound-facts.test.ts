import { describe, expect, it } from "vitest";
import { describeSoundFacts, omitListedFacts } from "./sound-facts";
import { makeOutput } from "@/lib/generations/testing/make-generation";

const sound = makeOutput(0, {
  role: "audio",
  mimeType: "audio/mpeg",
  bytes: 198_400,
  durationSeconds: 12.42,
});
/** As the public sample of the service has it. */
const extraInfo = {
  audio_length: 12_400,
  audio_sample_rate: 32_000,
  audio_size: 198_400,
  bitrate: 128_000,
  word_count: 52,
  invisible_character_ratio: 0,
  usage_characters: 261,
  audio_format: "mp3",
  audio_channel: 1,
};

describe("describeSoundFacts", () => {
  it("knows every field of extra_info, in its unit", () => {
    const { facts, others } = describeSoundFacts(extraInfo, sound);
    expect(others).toEqual([]);
    expect(facts).toEqual([
      { name: "characters", unit: "count", value: 261 },
      { name: "words", unit: "count", value: 52 },
      { name: "invisibleCharacters", unit: "ratio", value: 0 },
      { name: "length", unit: "seconds", value: 12.4 },
      { name: "size", unit: "bytes", value: 198_400 },
      { name: "format", unit: "text", value: "mp3" },
      { name: "sampleRate", unit: "hertz", value: 32_000 },
      { name: "bitrate", unit: "bitsPerSecond", value: 128_000 },
      { name: "channels", unit: "count", value: 1 },
    ]);
  });

  it("knows the names that music has for them", () => {
    const told = { music_duration: 60_000, music_sample_rate: 44_100, music_channel: 2, music_size: 1_000 };
    expect(describeSoundFacts(told).facts.map(({ name, value }) => [name, value])).toEqual([
      ["length", 60],
      ["size", 1_000],
      ["sampleRate", 44_100],
      ["channels", 2],
    ]);
  });

  it("puts beside a fact what the file itself says, where that differs", () => {
    const shorter = { ...sound, durationSeconds: 7.1, bytes: 113_600 };
    const { facts } = describeSoundFacts(extraInfo, shorter);
    expect(facts.find(({ name }) => name === "length")).toMatchObject({ value: 12.4, measured: 7.1 });
    expect(facts.find(({ name }) => name === "size")).toMatchObject({ value: 198_400, measured: 113_600 });
  });

  it("compares raw sound with the rate and channels that it is played at", () => {
    const rawAudio = { encoding: "s16le", sampleRateHz: 16_000, channels: 1 };
    const { facts } = describeSoundFacts(extraInfo, { ...sound, facts: { rawAudio } });
    expect(facts.find(({ name }) => name === "sampleRate")).toMatchObject({ measured: 16_000 });
    expect(facts.find(({ name }) => name === "channels")).not.toHaveProperty("measured");
  });

  it("compares the rate and channels of a file with those that its header tells", () => {
    const lower = { ...sound, sound: { sampleRateHz: 24_000, channels: 1 } };
    const { facts } = describeSoundFacts(extraInfo, lower);
    expect(facts.find(({ name }) => name === "sampleRate")).toMatchObject({
      value: 32_000,
      measured: 24_000,
    });
    expect(facts.find(({ name }) => name === "channels")).not.toHaveProperty("measured");
  });

  it("leaves out what was asked for and came so, and the size of a file whose size is told", () => {
    const { facts } = describeSoundFacts(extraInfo, sound);
    const audio_setting = { format: "mp3", sample_rate: 32_000, bitrate: 256_000 };
    const left = (output?: typeof sound) =>
      omitListedFacts(facts, { model: "speech-2.6-hd", audio_setting }, output).map(({ name }) => name);
    expect(left(sound)).toEqual([
      "characters",
      "words",
      "invisibleCharacters",
      "length",
      "bitrate",
      "channels",
    ]);
    expect(left()).toContain("size");
    const lower = describeSoundFacts(extraInfo, { ...sound, sound: { sampleRateHz: 24_000, channels: 1 } });
    expect(omitListedFacts(lower.facts, { audio_setting }, sound).map(({ name }) => name)).toContain(
      "sampleRate",
    );
  });

  it("takes numbers that come as text, and keeps what is none as it came", () => {
    const { facts, others } = describeSoundFacts({
      audio_length: "1500",
      audio_size: "big",
      model_hash: "a1",
      nested: { a: 1 },
    });
    expect(facts).toEqual([{ name: "length", unit: "seconds", value: 1.5 }]);
    expect(others).toEqual([
      { name: "audio_size", value: "big" },
      { name: "model_hash", value: "a1" },
      { name: "nested", value: '{"a":1}' },
    ]);
  });

  it("has nothing to say of what is no object", () => {
    for (const told of [undefined, null, "text", 7, [1]]) {
      expect(describeSoundFacts(told)).toEqual({ facts: [], others: [] });
    }
  });
});
