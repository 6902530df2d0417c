import { describe, expect, it } from "vitest";
import {
  differBy,
  findSight,
  fitScale,
  isInSight,
  largestScale,
  originPx,
  scaleToSlider,
  scrollFor,
  sliderToScale,
  toPx,
} from "./time-scale";

const tenHoursMs = 36_000_000;

describe("scales", () => {
  it("fit the whole film between its margins", () => {
    expect(fitScale(48_000, 1_264)).toBe(26);
    expect(originPx + toPx(48_000, fitScale(48_000, 1_264)) + originPx).toBe(1_264);
  });

  it("differ by as many pixels as the end of the film moves", () => {
    const scaleOf = (frames: number) => fitScale((frames * 1_000) / 24, 1_264);
    expect(differBy(scaleOf(14_399), scaleOf(14_400), 1_264)).toBeCloseTo(1_264 / 14_399, 6);
    expect(differBy(scaleOf(14_380), scaleOf(14_400), 1_264)).toBeGreaterThan(1);
    expect(differBy(fitScale(0, 1_000), fitScale(0, 1_001), 1_001)).toBeGreaterThan(1);
  });

  it("show ten seconds of a film that is shorter", () => {
    expect(fitScale(0, 1_016)).toBe(100);
    expect(fitScale(2_000, 1_016)).toBe(100);
  });

  it("let a frame be pointed at, in a film that a browser can lay out", () => {
    expect(largestScale(48_000, 25)).toBe(400);
    expect(toPx(tenHoursMs, largestScale(tenHoursMs, 30))).toBeLessThanOrEqual(16_000_000);
  });

  it("come back from their position on the slider", () => {
    const range = { least: 0.03, most: 400 };
    expect(scaleToSlider(0.03, range)).toBe(0);
    expect(scaleToSlider(400, range)).toBe(100);
    for (const scale of [0.03, 0.5, 26, 400]) {
      expect(sliderToScale(scaleToSlider(scale, range), range)).toBeCloseTo(scale, 9);
    }
    expect(scaleToSlider(5, { least: 5, most: 5 })).toBe(0);
    expect(sliderToScale(40, { least: 5, most: 5 })).toBe(5);
  });

  it("keep the moment at the pointer where it is", () => {
    const before = scrollFor(60_000, 300, 26);
    expect(originPx + toPx(60_000, 26) - before).toBe(300);
    expect(originPx + toPx(60_000, 52) - scrollFor(60_000, 300, 52)).toBe(300);
    expect(scrollFor(0, 300, 26)).toBe(0);
  });
});

describe("what is in sight", () => {
  it("reaches beyond both edges and changes in steps", () => {
    const sight = findSight(1_000, 1_200);
    expect(sight.fromPx).toBeLessThanOrEqual(800);
    expect(sight.toPx).toBeGreaterThanOrEqual(2_400);
    expect(findSight(1_010, 1_200)).toEqual(sight);
    expect(findSight(1_300, 1_200)).not.toEqual(sight);
    expect(findSight(0, 1_200).fromPx).toBe(0);
  });

  it("holds whatever touches it", () => {
    const sight = { fromPx: 400, toPx: 800 };
    expect(isInSight({ atMs: 0, lengthMs: 391_000 }, sight, 1)).toBe(false);
    expect(isInSight({ atMs: 0, lengthMs: 392_000 }, sight, 1)).toBe(true);
    expect(isInSight({ atMs: 0, lengthMs: 9_000_000 }, sight, 1)).toBe(true);
    expect(isInSight({ atMs: 792_000, lengthMs: 1 }, sight, 1)).toBe(true);
    expect(isInSight({ atMs: 793_000, lengthMs: 1 }, sight, 1)).toBe(false);
  });
});
