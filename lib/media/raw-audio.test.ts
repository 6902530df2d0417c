import { describe, expect, it } from "vitest";
import { isRawAudio, rawAudioContentType, rawAudioDurationSeconds, type RawAudio } from "./raw-audio";
import { createWavHeader } from "./wav-header";

const pcm: RawAudio = { encoding: "s16le", sampleRateHz: 44_100, channels: 2 };
const mulaw: RawAudio = { encoding: "mulaw", sampleRateHz: 8_000, channels: 1 };

describe("createWavHeader", () => {
  it("is canonical for 16-bit samples", () => {
    const header = Buffer.from(createWavHeader(pcm, 176_400));
    expect(header.toString("hex")).toBe(
      "52494646" +
        "34b10200" +
        "57415645" + // RIFF, 44 - 8 + 176400, WAVE
        "666d7420" +
        "10000000" +
        "0100" +
        "0200" +
        "44ac0000" +
        "10b10200" +
        "0400" +
        "1000" + // fmt
        "64617461" +
        "10b10200",
    );
  });

  it("has a fact chunk for µ-law and counts the padding byte", () => {
    const header = Buffer.from(createWavHeader(mulaw, 801));
    expect(header.toString("hex")).toBe(
      "52494646" +
        "54030000" +
        "57415645" + // RIFF, 58 - 8 + 801 + 1, WAVE
        "666d7420" +
        "12000000" +
        "0700" +
        "0100" +
        "401f0000" +
        "401f0000" +
        "0100" +
        "0800" +
        "0000" +
        "66616374" +
        "04000000" +
        "21030000" +
        "64617461" +
        "21030000",
    );
  });

  it("leaves out a length that is unknown or exceeds 32 bits", () => {
    for (const length of ["unknown", 5_000_000_000] as const) {
      const header = Buffer.from(createWavHeader(pcm, length));
      expect([header.readUInt32LE(4), header.readUInt32LE(40)]).toEqual([0xffff_ffff, 0xffff_ffff]);
    }
  });
});

describe("types", () => {
  it("differ from those of audio with a header", () => {
    expect(rawAudioContentType(pcm)).toBe("audio/pcm;rate=44100;channels=2");
    expect(
      [rawAudioContentType(pcm), rawAudioContentType(mulaw), "audio/pcmu", "AUDIO/PCM ; rate=8000"].map(
        isRawAudio,
      ),
    ).toEqual([true, true, true, true]);
    expect(["audio/wav", "audio/mpeg", "audio/pcm-like", ""].map(isRawAudio)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("measure", () => {
    expect(rawAudioDurationSeconds(pcm, 176_400)).toBe(1);
    expect(rawAudioDurationSeconds(mulaw, 4_000)).toBe(0.5);
  });
});
