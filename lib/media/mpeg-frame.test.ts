import { describe, expect, it } from "vitest";
import { readMpegFrame } from "./mpeg-frame";

describe("readMpegFrame", () => {
  it.each([
    [
      "MPEG-1, 128 kbit/s, 44.1 kHz",
      [0xff, 0xfb, 0x90, 0xc4],
      { bytes: 417, samples: 1152, sampleRateHz: 44_100 },
    ],
    [
      "MPEG-2, 64 kbit/s, 24 kHz",
      [0xff, 0xf3, 0x84, 0xc4],
      { bytes: 192, samples: 576, sampleRateHz: 24_000 },
    ],
    [
      "MPEG-2.5, 32 kbit/s, 8 kHz",
      [0xff, 0xe3, 0x48, 0xc4],
      { bytes: 288, samples: 576, sampleRateHz: 8_000 },
    ],
  ])("reads a frame of %s", (_, bytes, { samples, ...frame }) => {
    const seconds = samples / frame.sampleRateHz;
    expect(readMpegFrame(new Uint8Array(bytes), 0)).toEqual({ ...frame, layer: 3, channels: 1, seconds });
  });

  it("counts the padding byte", () => {
    expect(readMpegFrame(new Uint8Array([0xff, 0xfb, 0x92, 0xc4]), 0)?.bytes).toBe(418);
  });

  it.each([
    ["no sync", [0xfe, 0xfb, 0x90, 0xc4]],
    ["a reserved version", [0xff, 0xeb, 0x90, 0xc4]],
    ["a reserved rate", [0xff, 0xfb, 0x9c, 0xc4]],
    ["a free bit rate", [0xff, 0xfb, 0x00, 0xc4]],
    ["a reserved bit rate", [0xff, 0xfb, 0xf0, 0xc4]],
    ["nothing", []],
  ])("finds no frame in %s", (_, bytes) => {
    expect(readMpegFrame(new Uint8Array(bytes), 0)).toBeNull();
  });
});
