import { describe, expect, it } from "vitest";
import { addPoint, gainToShare, movePoint, shareToDecibels } from "./level-line";

describe("heights", () => {
  it("are those of their levels, both ways", () => {
    expect(gainToShare(0)).toBe(0);
    expect(gainToShare(10)).toBe(1);
    expect(gainToShare(10 ** (-12 / 20))).toBeCloseTo(gainToShare(1) / 2, 2);
    for (const level of [-40, -12, -0.5, 0, 6]) {
      expect(shareToDecibels(gainToShare(10 ** (level / 20)))).toBeCloseTo(level, 6);
    }
    expect(shareToDecibels(0)).toBe(-60);
    expect(shareToDecibels(2)).toBe(6);
  });
});

describe("points", () => {
  const points = [
    { ms: 1_000, level: 0 },
    { ms: 3_000, level: -6 },
  ];

  it("are added in their order, and once at a moment", () => {
    expect(addPoint(points, 2_000.4, -3.14).map(({ ms, level }) => [ms, level])).toEqual([
      [1_000, 0],
      [2_000, -3.1],
      [3_000, -6],
    ]);
    expect(addPoint(points, 1_000, 99)).toEqual([{ ms: 1_000, level: 12 }, points[1]]);
    expect(addPoint([], 5, -99)).toEqual([{ ms: 5, level: -60 }]);
  });

  it("move between their neighbours and within their piece", () => {
    expect(movePoint(points, 0, { ms: 9_000, level: -1 }, 5_000)[0]).toEqual({ ms: 2_999, level: -1 });
    expect(movePoint(points, 0, { ms: -5, level: -1 }, 5_000)[0]!.ms).toBe(0);
    expect(movePoint(points, 1, { ms: 9_000, level: -1 }, 5_000)[1]!.ms).toBe(5_000);
    expect(movePoint(points, 1, { ms: 0, level: -1 }, 5_000)[1]!.ms).toBe(1_001);
  });
});
