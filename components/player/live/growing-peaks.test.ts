import { describe, expect, it } from "vitest";
import { makeFrame } from "../testing/make-mpeg";
import { GrowingPeaks, measureLevels, concatBytes } from "./growing-peaks";

const frames = (count: number) => concatBytes(Array.from({ length: count }, makeFrame));
const framesPerSecond = 44_100 / 1152;

describe("measureLevels", () => {
  it("takes the loudest level of each part, of either sign, 255 at full scale", () => {
    expect(measureLevels(new Float32Array([0, 0.5, -1, 0.2]), 2)).toEqual([128, 255]);
    expect(measureLevels(new Float32Array([1.4]), 1)).toEqual([255]);
  });
});

describe("GrowingPeaks", () => {
  function make(
    decode = (bytes: Uint8Array) =>
      Promise.resolve({ samples: new Float32Array(bytes.length).fill(0.5), sampleRateHz: 8_000 }),
  ) {
    let grown = 0;
    const peaks = new GrowingPeaks({
      decode,
      whenIdle: () => Promise.resolve(),
      onGrown: () => (grown += 1),
    });
    return { peaks, readGrown: () => grown };
  }

  it("grows by one second at a time and knows the length immediately", async () => {
    const { peaks, readGrown } = make();
    peaks.push(frames(Math.ceil(framesPerSecond / 2)));
    expect(peaks.seconds).toBeCloseTo(0.52, 1);
    expect(peaks.peaks.levels).toHaveLength(0);
    peaks.push(frames(Math.ceil(framesPerSecond)));
    await expect.poll(readGrown).toBe(1);
    expect(peaks.peaks.durationSeconds).toBeCloseTo(peaks.seconds);
    expect(peaks.peaks.levels.length).toBe(Math.round(peaks.seconds * 20));
    expect(peaks.peaks.levels[0]).toBe(128);
  });

  it("decodes the rest when the stream ends", async () => {
    const { peaks } = make();
    peaks.push(frames(4));
    peaks.end();
    await expect.poll(() => peaks.peaks.levels.length).toBe(2);
  });

  it("keeps each snapshot as it was", async () => {
    const { peaks, readGrown } = make();
    peaks.push(frames(45));
    await expect.poll(readGrown).toBe(1);
    const before = peaks.peaks;
    const length = before.levels.length;
    peaks.push(frames(45));
    await expect.poll(readGrown).toBe(2);
    expect(before.levels.length).toBe(length);
    expect(peaks.peaks).not.toBe(before);
  });

  it("draws an undecodable piece as silence and continues", async () => {
    let calls = 0;
    const { peaks, readGrown } = make((bytes) => {
      calls += 1;
      if (calls === 1) return Promise.reject(new DOMException("broken", "EncodingError"));
      return Promise.resolve({ samples: new Float32Array(bytes.length).fill(1), sampleRateHz: 8_000 });
    });
    peaks.push(frames(45));
    await expect.poll(readGrown).toBe(1);
    peaks.push(frames(45));
    await expect.poll(readGrown).toBe(2);
    expect(peaks.peaks.levels[0]).toBe(0);
    expect(peaks.peaks.levels[peaks.peaks.levels.length - 1]).toBe(255);
  });
});
