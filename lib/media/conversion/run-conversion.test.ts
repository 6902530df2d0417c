import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTone, encodePcm, wrapWav } from "../testing/sample-audio";
import type { SoundFileFormat } from "./conversion-messages";
import { runConversion } from "./run-conversion.server";

const tone = createTone({ durationSeconds: 3, sampleRateHz: 44_100, channels: 2 });
const wav = wrapWav(encodePcm(tone), { formatTag: 1, bitsPerSample: 16, sampleRateHz: 44_100, channels: 2 });
const order = {
  source: { mimeType: "audio/wav" },
  channels: 2,
  loudnessLufs: null,
  maxSeconds: 60,
  tags: null,
} as const;

async function convert(
  format: SoundFileFormat,
  change: Partial<Parameters<typeof runConversion>[0]> = {},
  source = wav,
) {
  const file = path.join(tmpdir(), `reverie-conversion-${process.pid}-${format}`);
  const output = await open(file, "w+");
  try {
    return await runConversion({
      order: { ...order, format },
      open: () => Promise.resolve(Readable.from([source])),
      output: output.fd,
      signal: new AbortController().signal,
      ...change,
    });
  } finally {
    await output.close();
    await rm(file);
  }
}

describe("runConversion", () => {
  it.each(["mp3", "wav", "flac", "m4a"] as const)("makes %s", async (format) => {
    const { durationSeconds, bytes } = await convert(format);
    expect(durationSeconds).toBeCloseTo(3, 5);
    expect(bytes).toBeGreaterThan(10_000);
  });

  it.each([
    ["bytes without any audio", "damaged", { source: { mimeType: "audio/mpeg" } }, Buffer.alloc(50_000, 7)],
    ["a header without samples", "damaged", {}, wav.subarray(0, 44)],
    ["no bytes", "damaged", {}, Buffer.alloc(0)],
    ["more audio than allowed", "too-long", { maxSeconds: 1 }, wav],
    ["a type without a decoder", "damaged", { source: { mimeType: "audio/aac" } }, wav],
  ])("refuses %s as %s", async (_name, fault, change, source) => {
    const refused = convert("mp3", { order: { ...order, format: "mp3", ...change } }, source);
    await expect(refused).rejects.toMatchObject({ name: "SoundConversionError", fault });
  });

  it("refuses a sample rate or number of channels that the format doesn't have", async () => {
    const format = { formatTag: 1, bitsPerSample: 16 };
    for (const shape of [
      { sampleRateHz: 96_000, channels: 2 },
      { sampleRateHz: 48_000, channels: 3 },
    ]) {
      const source = wrapWav(new Uint8Array(60_000), { ...format, ...shape });
      const job = { order: { ...order, channels: shape.channels, format: "m4a" as const } };
      await expect(convert("m4a", job, source)).rejects.toMatchObject({ fault: "format" });
    }
  });

  it("ends with its signal, and closes the source", async () => {
    const controller = new AbortController();
    const source = new Readable({ read: () => controller.abort(new Error("The reader is gone")) });
    const job = { signal: controller.signal, open: () => Promise.resolve(source) };
    await expect(convert("mp3", job)).rejects.toThrow("The reader is gone");
    expect(source.destroyed).toBe(true);
  });

  it("ends when the source sends nothing, and reports why it can't be read", async () => {
    const silent = {
      open: () => Promise.resolve(new Readable({ read: () => undefined })),
      silenceLimitMs: 400,
    };
    await expect(convert("mp3", silent)).rejects.toMatchObject({ fault: "unfinished" });
    const broken = { open: () => Promise.reject(new Error("The disk is gone")) };
    await expect(convert("mp3", broken)).rejects.toThrow("The disk is gone");
  });
});
