import { describe, expect, it } from "vitest";
import { resampleLevels, scaleSeconds, toChannel } from "./peaks";

describe("resampleLevels", () => {
  it("keeps the highest level of each part", () => {
    expect(resampleLevels([1, 9, 2, 3, 4, 8], 3)).toEqual([9, 3, 8]);
  });

  it("repeats levels if there are fewer than bars", () => {
    expect(resampleLevels([5, 7], 4)).toEqual([5, 5, 7, 7]);
  });
});

describe("toChannel", () => {
  it("keeps all levels if there are enough, and scales the loudest to full height", () => {
    const levels = Array.from({ length: 4_096 }, (_, index) => index % 205);
    const channel = toChannel(levels);
    expect(channel).toHaveLength(levels.length);
    expect(channel[102]).toBeCloseTo(0.5);
    expect(Math.max(...channel)).toBe(1);
  });

  it("repeats few levels, so that wavesurfer.js finds one for each bar", () => {
    const channel = toChannel([51, 255]);
    expect(channel.length).toBeGreaterThan(1_000);
    expect(channel.filter((level) => level === 1)).toHaveLength(channel.length / 2);
    expect(channel.at(0)).toBeCloseTo(0.2);
  });

  it("scales quiet audio to full height, but not silence", () => {
    expect(Math.max(...toChannel([60]))).toBe(1);
    expect(Math.max(...toChannel([2]))).toBeLessThan(0.05);
    expect(Math.max(...toChannel([0]))).toBe(0);
  });

  it("handles an hour of streamed audio", () => {
    expect(Math.max(...toChannel(new Uint8Array(72_000).fill(80)).slice(-10))).toBe(1);
  });
});

describe("scaleSeconds", () => {
  it("leaves room for more and rarely changes", () => {
    expect(scaleSeconds(0)).toBe(15);
    expect(scaleSeconds(13)).toBe(15);
    expect(scaleSeconds(14)).toBe(30);
    expect(scaleSeconds(9_000)).toBe(10_000);
  });
});
