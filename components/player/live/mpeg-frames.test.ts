import { describe, expect, it } from "vitest";
import { concatBytes, MpegFrameCutter } from "./growing-peaks";
import { makeFrame } from "../testing/make-mpeg";

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes and 1152 samples. */
const frame = makeFrame();
const frameSeconds = 1152 / 44_100;
const layer2Header = new Uint8Array([0xff, 0xfd, 0x90, 0xc4]);

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
    const bytes = concatBytes([tag, frame, new Uint8Array([1, 2, 3]), layer2Header, frame]);
    for (const size of [1, 5, 311, 5000]) {
      const cutter = new MpegFrameCutter();
      for (let at = 0; at < bytes.length; at += size) cutter.push(bytes.subarray(at, at + size));
      expect(cutter.take(0)?.bytes).toEqual(concatBytes([frame, frame]));
    }
  });
});
