import { describe, expect, it } from "vitest";
import { median, quantile } from "./statistics";

describe("quantile", () => {
  it("finds the middle of an odd and of an even number of values, in any order", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it("interpolates between neighbours", () => {
    expect(quantile([0, 10, 20, 30, 40], 0.95)).toBeCloseTo(38);
    expect(quantile([7], 0.95)).toBe(7);
  });

  it("knows no quantile of nothing", () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});
