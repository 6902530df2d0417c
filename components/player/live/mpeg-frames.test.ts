import { describe, expect, it } from "vitest";
import { concatBytes, MpegFrameCutter, readFrameHeader } from "./growing-peaks";
import { makeFrame } from "../testing/make-mpeg";

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes and 1152 samples. */
const frame = makeFrame();
const frameSeconds = 1152 / 44_100;

describe("readFrameHeader", () => {
  it("reads frames of each version of the standard", () => {
    expect(readFrameHeader(frame, 0)).toEqual({ bytes: 417, samples: 1152, sampleRateHz: 44_100 });
    // MPEG 2, 64 kbit/s, 24 kHz, and MPEG 2.5, 32 kbit/s, 8 kHz.
    expect(readFrameHeader(new Uint8Array([0xff, 0xf3, 0x84, 0xc4]), 0)).toEqual({
      bytes: 192,
      samples: 576,
      sampleRateHz: 24_000,
    });
    expect(readFrameHeader(new Uint8Array([0xff, 0xe3, 0x48, 0xc4]), 0)).toEqual({
      bytes: 288,
      samples: 576,
      sampleRateHz: 8_000,
    });
  });

  it("counts the padding byte", () => {
    expect(readFrameHeader(new Uint8Array([0xff, 0xfb, 0x92, 0xc4]), 0)?.bytes).toBe(418);
  });

  it.each([
    ["no sync", [0xfe, 0xfb, 0x90, 0xc4]],
    ["a reserved version", [0xff, 0xeb, 0x90, 0xc4]],
    ["layer II", [0xff, 0xfd, 0x90, 0xc4]],
    ["a reserved rate", [0xff, 0xfb, 0x9c, 0xc4]],
    ["a free bit rate", [0xff, 0xfb, 0x00, 0xc4]],
    ["a reserved bit rate", [0xff, 0xfb, 0xf0, 0xc4]],
    ["nothing", []],
  ])("finds no frame in %s", (_, bytes) => {
    expect(readFrameHeader(new Uint8Array(bytes), 0)).toBeNull();
  });
});

describe("MpegFrameCutter", () => {
  it("returns whole frames, wherever the bytes are cut", () => {
    const bytes = concatBytes([frame, frame, frame]);
    for (const size of [1, 7, 416, 417, 418, 5000]) {
      const cutter = new MpegFrameCutter();
      for (let at = 0; at < bytes.length; at += size) cutter.push(bytes.subarray(at, at + size));
      expect(cutter.seconds).toBeCloseTo(3 * frameSeconds);
      expect(cutter.take(0)?.bytes).toEqual(bytes);
    }
  });

  it("holds back short pieces and the start of a frame", () => {
    const cutter = new MpegFrameCutter();
    cutter.push(concatBytes([frame, frame.subarray(0, 100)]));
    expect(cutter.take(frameSeconds * 1.5)).toBeNull();
    cutter.push(frame.subarray(100));
    expect(cutter.take(frameSeconds * 1.5)?.seconds).toBeCloseTo(2 * frameSeconds);
    expect(cutter.take(0)).toBeNull();
  });

  it("repeats the frames before a piece for the decoder and counts only new ones", () => {
    const cutter = new MpegFrameCutter();
    cutter.push(concatBytes(Array.from({ length: 10 }, () => frame)));
    cutter.take(0);
    cutter.push(frame);
    const piece = cutter.take(0)!;
    expect(piece.seconds).toBeCloseTo(frameSeconds);
    expect(piece.bytes.length).toBe(7 * 417);
  });

  it("skips a leading tag and bytes that belong to no frame", () => {
    // 300 bytes of tag, as 7 bits a byte.
    const tag = concatBytes([
      new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 44]),
      new Uint8Array(300).fill(0xff),
    ]);
    const bytes = concatBytes([tag, frame, new Uint8Array([1, 2, 3]), frame]);
    for (const size of [1, 5, 311, 5000]) {
      const cutter = new MpegFrameCutter();
      for (let at = 0; at < bytes.length; at += size) cutter.push(bytes.subarray(at, at + size));
      expect(cutter.take(0)?.bytes).toEqual(concatBytes([frame, frame]));
    }
  });
});
