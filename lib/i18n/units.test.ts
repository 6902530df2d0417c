import { describe, expect, it } from "vitest";
import { formatClock, scaleBytes } from "./units";

describe("formatClock", () => {
  it.each([
    [0, "0:00"],
    [7.9, "0:07"],
    [171, "2:51"],
    [3723, "1:02:03"],
    [-4, "0:00"],
  ])("writes %d s as %s", (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
  });
});

describe("scaleBytes", () => {
  it.each([
    [0, 0, "byte"],
    [999, 999, "byte"],
    [1000, 1, "kilobyte"],
    [999_950, 0.99995, "megabyte"],
    [5_500_000, 5.5, "megabyte"],
    [2e15, 2000, "terabyte"],
  ] as const)("reads %d bytes as %d %s", (bytes, value, unit) => {
    const scaled = scaleBytes(bytes);
    expect(scaled.unit).toBe(unit);
    expect(scaled.value).toBeCloseTo(value, 5);
  });
});
