import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RawAudio } from "../raw-audio";
import { createWavHeader } from "../wav-header";
import {
  createTone,
  encodeFlac,
  encodeMp3,
  encodeMulaw,
  encodeOpus,
  encodePcm,
  encodeVorbis,
} from "../testing/sample-audio";
import { isCutOff } from "./is-cut-off.server";
import { measureMedia } from "./measure-media.server";
import { sniffMedia } from "./sniff-media.server";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reverie-inspect-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function inspect(bytes: Uint8Array, rawAudio?: RawAudio) {
  const file = path.join(folder, "file");
  await writeFile(file, bytes);
  const sniffed = await sniffMedia(file, { rawAudio });
  if (!sniffed) return null;
  const measured = await measureMedia(file, sniffed, { userId: "anyone" });
  return { ...measured, cutOff: measured.kind === "audio" && (await isCutOff(file, measured)) };
}

const pcm: RawAudio = { encoding: "s16le", sampleRateHz: 16_000, channels: 1 };
const mulaw: RawAudio = { encoding: "mulaw", sampleRateHz: 8_000, channels: 1 };
const tone = (sampleRateHz: number, channels: 1 | 2 = 1) =>
  createTone({ durationSeconds: 4, sampleRateHz, channels, level: (seconds) => 0.1 + seconds / 8 });
const wav = (rawAudio: RawAudio, data: Buffer, dataBytes: number | "unknown" = data.length) =>
  Buffer.concat([createWavHeader(rawAudio, dataBytes), data]);

/** An "Info" frame with the frame count, as encoders write it. */
function announceFrames(mp3: Buffer, frames: number): Buffer {
  const info = Buffer.alloc(mp3.indexOf(mp3.subarray(0, 2), 4));
  mp3.copy(info, 0, 0, 4);
  info.write("Info", 13);
  info.writeUInt32BE(1, 17);
  info.writeUInt32BE(frames, 21);
  return Buffer.concat([info, mp3]);
}

describe("sound that is whole", () => {
  it.each([
    ["MP3", "audio/mpeg", [32_000, 1], () => encodeMp3(tone(32_000))],
    ["MP3 of 8 kHz", "audio/mpeg", [8_000, 1], () => encodeMp3(tone(8_000), { bitrate: 32 })],
    ["MP3 of 16 kHz", "audio/mpeg", [16_000, 1], () => encodeMp3(tone(16_000), { bitrate: 32 })],
    ["MP3 in stereo", "audio/mpeg", [44_100, 2], () => encodeMp3(tone(44_100, 2), { bitrate: 128 })],
    [
      "MP3 of a variable bitrate, without a header that tells its length",
      "audio/mpeg",
      [44_100, 2],
      () => encodeMp3(tone(44_100, 2), { vbrQuality: 4 }),
    ],
    ["FLAC", "audio/flac", [44_100, 2], () => encodeFlac(tone(44_100, 2))],
    [
      "FLAC that does not tell its length",
      "audio/flac",
      [44_100, 1],
      () => encodeFlac(tone(44_100), { tellsLength: false }),
    ],
    [
      "Opus in Ogg, whose rate is always another",
      "audio/ogg;codecs=opus",
      null,
      () => encodeOpus(tone(16_000)),
    ],
    ["Vorbis in Ogg", "audio/ogg", [44_100, 2], () => encodeVorbis(tone(44_100, 2))],
    ["WAV", "audio/wav", [16_000, 1], () => wav(pcm, encodePcm(tone(16_000)))],
    ["WAV of µ-law", "audio/wav", [8_000, 1], () => wav(mulaw, encodeMulaw(tone(8_000)))],
    ["WAV of unknown length", "audio/wav", [8_000, 1], () => wav(mulaw, encodeMulaw(tone(8_000)), "unknown")],
  ])("%s", async (_what, mimeType, samples, encode) => {
    const found = await inspect(await encode());
    expect(found).toMatchObject({ kind: "audio", mimeType, cutOff: false });
    expect(found?.sound).toEqual(samples ? { sampleRateHz: samples[0], channels: samples[1] } : undefined);
    // MP3 encoders add up to three frames.
    expect(Math.abs((found?.durationSeconds ?? 0) - 4)).toBeLessThan(mimeType === "audio/mpeg" ? 0.25 : 0.01);
  });

  it.each([0x7fff_f000, 0xffff_ffff - 44, 0xffff_ffff])(
    "WAV with the placeholder %i",
    async (placeholder) => {
      const found = await inspect(wav(pcm, encodePcm(tone(16_000)), placeholder));
      expect(found).toMatchObject({ mimeType: "audio/wav", cutOff: false });
      expect(Math.abs((found?.durationSeconds ?? 0) - 4)).toBeLessThan(0.01);
    },
  );

  it("MP3 between tags", async () => {
    const before = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\x02\0"), Buffer.alloc(256)]);
    const after = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);
    const found = await inspect(Buffer.concat([before, await encodeMp3(tone(32_000)), after]));
    expect(found).toMatchObject({ mimeType: "audio/mpeg", cutOff: false });
  });

  it("MP3 that announces as many frames as it has", async () => {
    const mp3 = await encodeMp3(tone(32_000), { bitrate: 64 });
    const frames = mp3.length / mp3.indexOf(mp3.subarray(0, 2), 4);
    await expect(inspect(announceFrames(mp3, frames))).resolves.toMatchObject({ cutOff: false });
    await expect(inspect(announceFrames(mp3, frames + 1))).resolves.toMatchObject({ cutOff: true });
  });
});

describe("the length of an MP3", () => {
  it("is the length of its frames, whatever surrounds them", async () => {
    const mp3 = await encodeMp3(tone(32_000), { bitrate: 64 });
    const frames = mp3.length / mp3.indexOf(mp3.subarray(0, 2), 4);
    const seconds = (frames * 1_152) / 32_000;
    const around: [string, Buffer][] = [
      ["nothing", mp3],
      ["a tag of the old kind", Buffer.concat([mp3, Buffer.from("TAG"), Buffer.alloc(125)])],
      ["a frame that announces them", announceFrames(mp3, frames)],
      [
        "a tag that is for the demuxer to skip",
        Buffer.concat([mp3, Buffer.from("APETAGEX"), Buffer.alloc(64)]),
      ],
    ];
    for (const [what, bytes] of around) {
      const found = await inspect(bytes);
      expect(found?.durationSeconds, what).toBeCloseTo(seconds, 6);
    }
  });

  it("is the length of the complete frames if the end is missing", async () => {
    const mp3 = await encodeMp3(tone(32_000), { bitrate: 64 });
    const frameBytes = mp3.indexOf(mp3.subarray(0, 2), 4);
    const found = await inspect(mp3.subarray(0, frameBytes * 10 + 5));
    expect(found?.durationSeconds).toBeCloseTo((10 * 1_152) / 32_000, 6);
  });
});

describe("sound whose end is missing", () => {
  // The last FLAC frame counts from its beginning, so a loss of one frame is detected.
  it.each([
    ["MP3", 1, () => encodeMp3(tone(32_000))],
    ["FLAC", 4_096 * 4, () => encodeFlac(tone(44_100, 2))],
    ["WAV", 1, () => wav(pcm, encodePcm(tone(16_000)))],
    ["WAV of µ-law", 1, () => wav(mulaw, encodeMulaw(tone(8_000)))],
  ])("%s, from a loss of %i bytes on", async (_what, lostBytes, encode) => {
    const whole = await encode();
    for (const end of [
      whole.length * 0.3,
      whole.length * 0.5,
      whole.length * 0.7705,
      whole.length - lostBytes,
    ]) {
      const cut = whole.subarray(0, Math.floor(end));
      await expect(inspect(cut), `cut at ${end}`).resolves.toMatchObject({ kind: "audio", cutOff: true });
    }
  });

  it.each([encodeOpus(tone(16_000)), encodeVorbis(tone(44_100))])("Ogg is not decoded", async (whole) => {
    const bytes = await whole;
    await expect(inspect(bytes.subarray(0, bytes.length / 2))).rejects.toThrow(/cannot be decoded/);
  });

  it("FLAC without a frame behind its metadata is not decoded", async () => {
    const flac = encodeFlac(tone(16_000));
    const metadata = flac.subarray(0, 42);
    for (const rest of [Buffer.alloc(500), flac.subarray(43), flac.subarray(42, 50)]) {
      await expect(inspect(Buffer.concat([metadata, rest]))).rejects.toThrow(/cannot be decoded/);
    }
    const tag = Buffer.from("ID3\x04\0\0\0\0\0\0");
    await expect(inspect(Buffer.concat([tag, metadata, Buffer.alloc(500)]))).rejects.toThrow(
      /cannot be decoded/,
    );
    const withoutRate = Buffer.from(flac);
    withoutRate.fill(0, 18, 20);
    withoutRate[20]! &= 0x0f;
    await expect(inspect(withoutRate)).rejects.toThrow(/cannot be decoded/);
  });

  it("raw sound, by half a sample", async () => {
    await expect(inspect(randomBytes(1_001), pcm)).resolves.toMatchObject({ cutOff: true });
    await expect(inspect(randomBytes(1_002), { ...pcm, channels: 2 })).resolves.toMatchObject({
      cutOff: true,
      durationSeconds: 250 / 16_000,
    });
    await expect(inspect(Buffer.from([0]), pcm)).rejects.toThrow(/cannot be decoded/);
  });
});

describe("sound without a header", () => {
  it.each([
    ["silence", Buffer.alloc(32_000)],
    ["the smallest negative sample, which looks like MPEG", Buffer.alloc(32_000, 0xff)],
    ["a sync word of AAC", Buffer.concat([Buffer.from("fff15080", "hex"), Buffer.alloc(31_996)])],
    ["noise", Buffer.concat([Buffer.from([1, 2]), randomBytes(31_998)])],
  ])("has the requested encoding: %s", async (_what, bytes) => {
    await expect(inspect(bytes, pcm)).resolves.toMatchObject({
      kind: "audio",
      mimeType: "audio/pcm",
      rawAudio: pcm,
      durationSeconds: 1,
      cutOff: false,
    });
    await expect(inspect(bytes, mulaw)).resolves.toMatchObject({
      mimeType: "audio/PCMU",
      durationSeconds: 4,
    });
  });

  it("is not a file with a signature, even if raw audio was requested", async () => {
    await expect(inspect(await encodeMp3(tone(32_000)), pcm)).resolves.toMatchObject({
      mimeType: "audio/mpeg",
    });
    await expect(inspect(wav(pcm, encodePcm(tone(16_000))), pcm)).resolves.toMatchObject({
      mimeType: "audio/wav",
    });
  });

  it("is not text such as an error page", async () => {
    await expect(inspect(Buffer.from('{"base_resp":{"status_code":1004}}'), pcm)).resolves.toMatchObject({
      kind: "text",
    });
    await expect(inspect(Buffer.from("<!doctype html><p>Gone</p>"), pcm)).resolves.toBeNull();
  });

  it("is rejected if it was not requested", async () => {
    await expect(inspect(Buffer.alloc(32_000))).resolves.toBeNull();
  });
});

describe("JSON", () => {
  it.each([
    ["short", JSON.stringify([{ text: "One." }])],
    [
      "long",
      JSON.stringify(
        Array.from({ length: 9_000 }, (_each, index) => ({ text: `第${index}句`, time_begin: index })),
      ),
    ],
    ["nested deeply", "[".repeat(200_000) + "]".repeat(200_000)],
  ])("is recognised only if it is complete: %s", async (_what, json) => {
    await expect(inspect(Buffer.from(json))).resolves.toMatchObject({
      kind: "text",
      mimeType: "application/json",
    });
    await expect(inspect(Buffer.from(json.slice(0, -1)))).resolves.toMatchObject({ mimeType: "text/plain" });
  });
});
