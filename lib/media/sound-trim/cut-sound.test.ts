import { describe, expect, it } from "vitest";
import { createTone, encodeMp3, encodePcm, wrapWav } from "../testing/sample-audio";
import { decodeSound } from "../peaks/decode/decode-sound";
import { SoundDecodingError } from "../peaks/decode/sound-decoder";
import { cutSound, type CutOptions, type PieceFormat } from "./cut-sound";

const roomy = { maxBytes: 50_000_000, maxSeconds: 360 };

async function* inPieces(bytes: Uint8Array, pieceBytes = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function cut(bytes: Uint8Array, mimeType: string, options: CutOptions) {
  let format: PieceFormat | undefined;
  const pieces: Uint8Array[] = [];
  for await (const part of cutSound(inPieces(bytes), { mimeType }, options)) {
    if (part.type === "format") format = part.format;
    else pieces.push(part.bytes);
  }
  return { format, bytes: Buffer.concat(pieces) };
}

/** The samples and loudness (root mean square) of each channel. */
async function decode(bytes: Uint8Array, mimeType: string) {
  const channels: { samples: number; squares: number }[] = [];
  let rate = 0;
  for await (const { channelData, sampleRateHz } of decodeSound(inPieces(bytes), { mimeType })) {
    rate ||= sampleRateHz;
    for (const [number, channel] of channelData.entries()) {
      const sum = (channels[number] ??= { samples: 0, squares: 0 });
      sum.samples += channel.length;
      sum.squares += channel.reduce((squares, sample) => squares + sample * sample, 0);
    }
  }
  return {
    sampleRateHz: rate,
    channels: channels.map(({ samples, squares }) => ({ samples, loudness: Math.sqrt(squares / samples) })),
  };
}

/** Ascending samples, so that each shows its position. */
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
  it("returns exactly the samples between two times, in stereo", async () => {
    const found = await cut(makeCountingWav(80_000, 2), "audio/wav", {
      startSeconds: 1,
      endSeconds: 7.5,
      ...roomy,
    });
    expect(found.format).toEqual({ container: "wav", sampleRateHz: 8_000, channels: 2, frames: 52_000 });
    expect(found.bytes.length).toBe(44 + 52_000 * 4);
    expect(found.bytes.readInt16LE(44)).toBe(8_000);
    expect(found.bytes.readInt16LE(46)).toBe(8_010);
    expect(found.bytes.readInt16LE(found.bytes.length - 4)).toBe(59_999 % 20_000);
  });

  it("stays in stereo as MP3 if WAV would not fit", async () => {
    const left = createTone({ durationSeconds: 12, sampleRateHz: 44_100 });
    const right = left.channelData[0]!.map((_sample, index) => 0.2 * Math.sin(index / 9));
    const stereo = { ...left, channelData: [left.channelData[0]!, right] };
    const wav = wrapWav(encodePcm(stereo), {
      formatTag: 1,
      bitsPerSample: 16,
      sampleRateHz: 44_100,
      channels: 2,
    });
    const options = { startSeconds: 1, endSeconds: 11, maxBytes: 44 + 10 * 44_100 * 4 - 1 };
    const found = await cut(wav, "audio/wav", { ...options, maxSeconds: 360 });
    expect(found.format).toEqual({ container: "mp3", sampleRateHz: 44_100, channels: 2, frames: 441_000 });
    expect(found.bytes.length).toBeLessThan(options.maxBytes);
    const again = await decode(found.bytes, "audio/mpeg");
    expect(again.sampleRateHz).toBe(44_100);
    expect(again.channels.map(({ loudness }) => loudness)).toEqual([
      expect.closeTo(0.5 * Math.SQRT1_2, 2),
      expect.closeTo(0.2 * Math.SQRT1_2, 2),
    ]);
    const encoded = again.channels[0]!.samples / 44_100;
    expect(encoded).toBeGreaterThanOrEqual(10);
    expect(encoded).toBeLessThan(10.1);
  });

  it("never exceeds the maximum length, whatever the encoder adds", async () => {
    for (const sampleRateHz of [44_100, 48_000, 96_000]) {
      const sound = createTone({ durationSeconds: 8, sampleRateHz, channels: 2 });
      const wav = wrapWav(encodePcm(sound), { formatTag: 1, bitsPerSample: 16, sampleRateHz, channels: 2 });
      const options = { startSeconds: 0.5, endSeconds: 7.5, maxBytes: 500_000, maxSeconds: 7 };
      const found = await cut(wav, "audio/wav", options);
      const again = await decode(found.bytes, "audio/mpeg");
      const encoded = again.channels[0]!.samples / again.sampleRateHz;
      expect(encoded).toBeLessThanOrEqual(7);
      expect(encoded).toBeGreaterThan(6.9);
    }
  });

  it("cuts encoded audio to the sample", async () => {
    const mp3 = await encodeMp3(createTone({ durationSeconds: 9, channels: 2 }));
    const found = await cut(mp3, "audio/mpeg", { startSeconds: 2, endSeconds: 8.25, ...roomy });
    expect(found.format).toEqual({ container: "wav", sampleRateHz: 32_000, channels: 2, frames: 200_000 });
    expect(found.bytes.length).toBe(44 + 200_000 * 4);
    const loudest = new Int16Array(
      found.bytes.buffer.slice(found.bytes.byteOffset + 44, found.bytes.byteOffset + found.bytes.length),
    ).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(10_000);
  });

  it("reports audio that ends before the selection instead of returning less", async () => {
    const wav = wrapWav(encodePcm(createTone({ durationSeconds: 7, sampleRateHz: 8_000 })), {
      formatTag: 1,
      bitsPerSample: 16,
      sampleRateHz: 8_000,
      channels: 1,
    });
    const cutting = cut(wav, "audio/wav", { startSeconds: 0, endSeconds: 8, ...roomy });
    await expect(cutting).rejects.toThrow(SoundDecodingError);
  });
});
