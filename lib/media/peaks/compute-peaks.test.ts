import { afterEach, describe, expect, it, vi } from "vitest";
import { inChunks } from "../testing/sample-media";
import {
  createTone,
  encodeFlac,
  encodeMp3,
  encodeMulaw,
  encodeOpus,
  encodePcm,
  encodeVorbis,
  interleave,
  wrapWav,
  type SampleSound,
} from "../testing/sample-audio";
import { computePeaks } from "./compute-peaks";
import type { SoundFormat } from "./decode/sound-decoder";
import { maxPeaks, peaksDtoSchema, type PeaksDto } from "./peaks-dto";

afterEach(() => vi.restoreAllMocks());

const wave = (bytes: Uint8Array, format: SoundFormat, chunkBytes?: number) =>
  computePeaks(inChunks(bytes, chunkBytes), format);

/** A quiet second, a loud one, and a silent one. */
const steps = (seconds: number) => (seconds < 1 ? 0.25 : seconds < 2 ? 0.75 : 0);
const sound = (sampleRateHz = 32_000, channels: 1 | 2 = 1) =>
  createTone({ durationSeconds: 3, sampleRateHz, channels, level: steps });

/** The loudest level between two times, without the edges, which a codec blurs. */
function levelBetween({ peaks, peaksPerSecond }: PeaksDto, from: number, to: number): number {
  return Math.max(
    ...peaks.slice(Math.ceil((from + 0.25) * peaksPerSecond), Math.floor((to - 0.1) * peaksPerSecond)),
  );
}

function expectSteps(peaks: PeaksDto, tolerance: number): void {
  expect(peaksDtoSchema.parse(peaks)).toEqual(peaks);
  expect(Math.abs(levelBetween(peaks, 0, 1) - 0.25 * 255)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(levelBetween(peaks, 1, 2) - 0.75 * 255)).toBeLessThanOrEqual(tolerance);
  expect(levelBetween(peaks, 2, 3)).toBeLessThanOrEqual(1);
  expect(peaks.peaks.length).toBe(Math.ceil(peaks.durationSeconds * peaks.peaksPerSecond));
}

const wav = (
  source: SampleSound,
  formatTag: number,
  bitsPerSample: number,
  write: (view: DataView, at: number, sample: number) => void,
) =>
  wrapWav(interleave(source, bitsPerSample / 8, write), {
    formatTag,
    bitsPerSample,
    sampleRateHz: source.sampleRateHz,
    channels: source.channelData.length,
  });

describe("every format", () => {
  it.each([
    ["MP3 of 8 kHz", 8_000, 1],
    ["MP3 of 32 kHz", 32_000, 1],
    ["MP3 of 44.1 kHz in stereo", 44_100, 2],
  ] as const)("%s", async (_what, sampleRateHz, channels) => {
    const peaks = await wave(await encodeMp3(sound(sampleRateHz, channels)), { mimeType: "audio/mpeg" });
    // The file contains the encoder's delay and no header that states it.
    expect(Math.abs(peaks.durationSeconds - 3)).toBeLessThan(0.2);
    expectSteps(peaks, 12);
  });

  it("MP3 of a variable bitrate, behind an ID3 tag", async () => {
    const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\x02\0"), Buffer.alloc(256)]);
    const bytes = Buffer.concat([tag, await encodeMp3(sound(), { vbrQuality: 4 })]);
    expectSteps(await wave(bytes, { mimeType: "audio/mpeg" }), 12);
  });

  it.each([1, 2] as const)("FLAC of %i channels", async (channels) => {
    const peaks = await wave(encodeFlac(sound(44_100, channels)), { mimeType: "audio/flac" });
    expect(peaks).toMatchObject({ durationSeconds: 3 });
    expectSteps(peaks, 1);
  });

  it("Opus in Ogg", async () => {
    const peaks = await wave(await encodeOpus(sound(16_000)), { mimeType: "audio/ogg;codecs=opus" });
    expect(peaks.durationSeconds).toBeCloseTo(3, 1);
    expectSteps(peaks, 30);
  });

  it("Vorbis in Ogg", async () => {
    const peaks = await wave(await encodeVorbis(sound(44_100, 2)), { mimeType: "audio/ogg" });
    expect(peaks.durationSeconds).toBeCloseTo(3, 2);
    expectSteps(peaks, 12);
  });

  it.each([
    ["s16le", encodePcm],
    ["mulaw", encodeMulaw],
  ] as const)("raw %s", async (encoding, encode) => {
    for (const channels of [1, 2] as const) {
      const source = sound(8_000, channels);
      const rawAudio = { encoding, sampleRateHz: 8_000, channels };
      const mimeType = encoding === "mulaw" ? "audio/PCMU" : "audio/pcm";
      const peaks = await wave(encode(source), { mimeType, rawAudio }, 7);
      expect(peaks).toMatchObject({ durationSeconds: 3 });
      expectSteps(peaks, 4);
    }
  });

  it.each([
    [
      "8 bit",
      (source: SampleSound) =>
        wav(source, 1, 8, (view, at, value) => view.setUint8(at, 128 + Math.round(value * 127))),
    ],
    [
      "16 bit",
      (source: SampleSound) =>
        wav(source, 1, 16, (view, at, value) => view.setInt16(at, Math.round(value * 32_767), true)),
    ],
    [
      "24 bit",
      (source: SampleSound) =>
        wav(source, 1, 24, (view, at, value) => {
          const whole = Math.round(value * 8_388_607);
          view.setInt16(at, whole & 0xffff, true);
          view.setInt8(at + 2, whole >> 16);
        }),
    ],
    [
      "32 bit",
      (source: SampleSound) =>
        wav(source, 1, 32, (view, at, value) => view.setInt32(at, Math.round(value * 2_147_483_647), true)),
    ],
    [
      "floating point",
      (source: SampleSound) => wav(source, 3, 32, (view, at, value) => view.setFloat32(at, value, true)),
    ],
    [
      "double floating point",
      (source: SampleSound) => wav(source, 3, 64, (view, at, value) => view.setFloat64(at, value, true)),
    ],
  ])("WAV of %s", async (_what, encode) => {
    for (const channels of [1, 2] as const) {
      const peaks = await wave(encode(sound(16_000, channels)), { mimeType: "audio/wav" }, 11);
      expect(peaks).toMatchObject({ durationSeconds: 3 });
      expectSteps(peaks, 3);
    }
  });

  it("WAV of µ-law, with chunks before the samples and a size that is not known", async () => {
    const format = { formatTag: 7, bitsPerSample: 8, sampleRateHz: 8_000, channels: 1 };
    const list = Buffer.concat([Buffer.from("LIST\x05\0\0\0abcde\0")]);
    const bytes = wrapWav(encodeMulaw(sound(8_000)), format, {
      dataBytes: 0xffff_ffff,
      chunksBefore: [list, Buffer.from("junk\0\0\0\0")],
    });
    for (const chunkBytes of [1, 13, 1_000_000]) {
      const peaks = await wave(bytes, { mimeType: "audio/wav" }, chunkBytes);
      expect(peaks.durationSeconds).toBe(3);
      expectSteps(peaks, 4);
    }
  });

  it("WAV without what follows its samples", async () => {
    const bytes = wav(sound(16_000), 1, 16, (view, at, value) => view.setInt16(at, value * 32_767, true));
    const noise = Buffer.from("LIST\x04\0\0\0\xff\x7f\xff\x7f", "latin1");
    const peaks = await wave(Buffer.concat([bytes, noise]), { mimeType: "audio/wav" });
    expect(peaks.durationSeconds).toBe(3);
    expectSteps(peaks, 2);
  });
});

describe("any length", () => {
  const raw = (channels: 1 | 2 = 1) =>
    ({ mimeType: "audio/pcm", rawAudio: { encoding: "s16le", sampleRateHz: 16_000, channels } }) as const;

  it.each([1.5, 5, 60, 3600])(
    "returns at least half of the maximum number of peaks for %d seconds",
    async (seconds) => {
      async function* silence() {
        const second = Buffer.alloc(32_000);
        for (let at = 0; at < seconds; at += 1) yield second.subarray(0, Math.min(1, seconds - at) * 32_000);
      }
      const peaks = await computePeaks(silence(), raw());
      expect(peaks.durationSeconds).toBe(seconds);
      expect(peaks.peaks.length).toBeLessThanOrEqual(maxPeaks);
      expect(peaks.peaks.length).toBeGreaterThan(seconds < 4 ? 2_900 : maxPeaks / 2);
      expect(peaks).toMatchObject({ loudestSample: 0, rms: 0 });
      expect(peaks.peaks.every((level) => level === 0)).toBe(true);
    },
  );

  it("shows a single loud sample at its position", async () => {
    for (const seconds of [1, 10, 100]) {
      const bytes = Buffer.alloc(seconds * 32_000);
      const at = Math.floor(seconds * 16_000 * 0.7);
      bytes.writeInt16LE(-32_768, at * 2);
      const { peaks, peaksPerSecond, loudestSample } = await wave(bytes, raw(), 9_999);
      expect(peaks.indexOf(255)).toBe(Math.floor((at / 16_000) * peaksPerSecond));
      expect(peaks.filter((level) => level > 0)).toHaveLength(1);
      expect(loudestSample).toBe(1);
    }
  });

  it("accepts a single sample", async () => {
    await expect(wave(Buffer.from([0, 64]), raw())).resolves.toMatchObject({
      peaks: [128],
      durationSeconds: 1 / 16_000,
    });
  });

  it("reports the mean loudness", async () => {
    const { rms } = await wave(
      encodePcm(createTone({ durationSeconds: 1, sampleRateHz: 16_000, level: () => 0.5 })),
      raw(),
    );
    expect(rms).toBeCloseTo(0.5 / Math.SQRT2, 3);
  });

  it("considers both channels", async () => {
    const silent = createTone({ durationSeconds: 1, sampleRateHz: 16_000, level: () => 0 });
    const loud = createTone({ durationSeconds: 1, sampleRateHz: 16_000, level: () => 1 });
    const both = { channelData: [...silent.channelData, ...loud.channelData], sampleRateHz: 16_000 };
    const peaks = await wave(encodePcm(both), raw(2));
    expect(peaks).toMatchObject({ durationSeconds: 1 });
    expect(Math.max(...peaks.peaks)).toBe(255);
  });
});

describe("bad input", () => {
  it.each([
    ["nothing", Buffer.alloc(0), "audio/mpeg"],
    ["text called MP3", Buffer.from("hello ".repeat(100)), "audio/mpeg"],
    ["text called FLAC", Buffer.from("fLaC".repeat(100)), "audio/flac"],
    ["text called Ogg", Buffer.from("OggS".repeat(100)), "audio/ogg"],
    [
      "an Ogg that promises Opus",
      Buffer.from(`OggS${"\0".repeat(24)}OpusHead${"x".repeat(500)}`),
      "audio/ogg",
    ],
    [
      "a WAV without a format",
      Buffer.from(`RIFF\x10\0\0\0WAVEdata\x04\0\0\0aaaa${"\0".repeat(64)}`),
      "audio/wav",
    ],
    [
      "a WAV whose chunks never end",
      Buffer.from(`RIFF\xff\xff\xff\x7fWAVEjunk\xff\xff\xff\x7f${"x".repeat(500)}`, "latin1"),
      "audio/wav",
    ],
    [
      "a WAV of ADPCM",
      wrapWav(Buffer.alloc(100), { formatTag: 2, bitsPerSample: 4, sampleRateHz: 8_000, channels: 2 }),
      "audio/wav",
    ],
    ["AAC, which is not decoded here", Buffer.from("fff15080", "hex"), "audio/aac"],
  ])("reports %s instead of drawing it", async (_what, bytes, mimeType) => {
    await expect(wave(bytes, { mimeType })).rejects.toMatchObject({ name: "SoundDecodingError" });
  });

  it("loses only the damaged part", async () => {
    const whole = await encodeMp3(sound(), { bitrate: 64 });
    // The decoder logs it to the console, which the studio's thread ignores.
    vi.spyOn(console, "error").mockReturnValue(undefined);
    whole.fill(0xaa, whole.length * 0.4, whole.length * 0.45);
    const peaks = await wave(whole, { mimeType: "audio/mpeg" });
    expect(peaks.durationSeconds).toBeGreaterThan(2.5);
  });

  it("fails with the error of its source", async () => {
    const fault = new Error("the disk is gone");
    async function* broken() {
      yield encodePcm(sound());
      throw fault;
    }
    await expect(computePeaks(broken(), { mimeType: "audio/wav" })).rejects.toThrow();
    await expect(
      computePeaks(broken(), {
        mimeType: "audio/pcm",
        rawAudio: { encoding: "s16le", sampleRateHz: 8_000, channels: 1 },
      }),
    ).rejects.toBe(fault);
  });
});
