import { describe, expect, it } from "vitest";
import { createTone, encodeMp3, encodePcm, wrapWav } from "../testing/sample-audio";
import { SoundDecodingError } from "../peaks/decode/sound-decoder";
import { cutSound, type CutFormat, type CutOptions } from "./cut-sound";

const roomy = 50_000_000;

async function* inPieces(bytes: Uint8Array, pieceBytes = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function cut(bytes: Uint8Array, mimeType: string, options: CutOptions) {
  let format: CutFormat | undefined;
  const samples: Uint8Array[] = [];
  for await (const part of cutSound(inPieces(bytes), { mimeType }, options)) {
    if (part.type === "format") format = part.format;
    else samples.push(part.bytes);
  }
  return { format, bytes: Buffer.concat(samples) };
}

/** Samples that count up, so that each tells where it stood. */
function makeCountingWav(frames: number, channels: 1 | 2): Buffer {
  const data = Buffer.alloc(frames * channels * 2);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      data.writeInt16LE((frame % 20_000) + channel * 10, (frame * channels + channel) * 2);
    }
  }
  return wrapWav(data, { formatTag: 1, bitsPerSample: 16, sampleRateHz: 8_000, channels });
}

describe("cutSound", () => {
  it("gives exactly the samples between two moments, in stereo", async () => {
    const found = await cut(makeCountingWav(80_000, 2), "audio/wav", {
      startSeconds: 1,
      endSeconds: 7.5,
      maxBytes: roomy,
    });
    expect(found.format).toEqual({ sampleRateHz: 8_000, channels: 2, frames: 52_000 });
    expect(found.bytes.length).toBe(52_000 * 4);
    expect(found.bytes.readInt16LE(0)).toBe(8_000);
    expect(found.bytes.readInt16LE(2)).toBe(8_010);
    expect(found.bytes.readInt16LE(found.bytes.length - 4)).toBe(59_999 % 20_000);
  });

  it("mixes to one channel where two would not fit", async () => {
    const found = await cut(makeCountingWav(80_000, 2), "audio/wav", {
      startSeconds: 0,
      endSeconds: 8,
      maxBytes: 64_000 * 2 + 100,
    });
    expect(found.format).toEqual({ sampleRateHz: 8_000, channels: 1, frames: 64_000 });
    expect(found.bytes.readInt16LE(2_000)).toBe(1_005);
  });

  it("cuts what was encoded, to the sample", async () => {
    const mp3 = await encodeMp3(createTone({ durationSeconds: 9, channels: 2 }));
    const found = await cut(mp3, "audio/mpeg", { startSeconds: 2, endSeconds: 8.25, maxBytes: roomy });
    expect(found.format).toEqual({ sampleRateHz: 32_000, channels: 2, frames: 200_000 });
    expect(found.bytes.length).toBe(200_000 * 4);
    const loudest = new Int16Array(
      found.bytes.buffer.slice(found.bytes.byteOffset, found.bytes.byteOffset + found.bytes.length),
    ).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(10_000);
  });

  it("says where a sound ends before its piece does, rather than give less", async () => {
    const wav = wrapWav(encodePcm(createTone({ durationSeconds: 7, sampleRateHz: 8_000 })), {
      formatTag: 1,
      bitsPerSample: 16,
      sampleRateHz: 8_000,
      channels: 1,
    });
    const cutting = cut(wav, "audio/wav", { startSeconds: 0, endSeconds: 8, maxBytes: roomy });
    await expect(cutting).rejects.toThrow(SoundDecodingError);
  });
});
