import { createFormatter } from "next-intl";
import { describe, expect, it } from "vitest";
import { formatBytes, scaleBytes } from "./format-bytes";
import type { Locale } from "./locales";
import { estimateSpan, exactSpan } from "./units";
import { formatClock, formatFineClock, formatLength } from "./clocks";

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

describe("formatLength", () => {
  it.each([
    [5.96, "0:06"],
    [164.4, "2:44"],
    [59.5, "1:00"],
    [3599.7, "1:00:00"],
  ])("writes %d s as %s", (seconds, text) => {
    expect(formatLength(seconds)).toBe(text);
  });
});

describe("formatFineClock", () => {
  it.each([
    [0, "0:00.00"],
    [3.08, "0:03.08"],
    [59.999, "0:59.99"],
    [61.5, "1:01.50"],
    [3723.25, "1:02:03.25"],
    [-1, "0:00.00"],
  ])("writes %d s as %s", (seconds, text) => {
    expect(formatFineClock(seconds)).toBe(text);
  });
});

describe("estimateSpan", () => {
  it.each([
    [0.2, { unit: "seconds", count: 1 }],
    [56, { unit: "seconds", count: 56 }],
    [59.4, { unit: "minutes", count: 1 }],
    [165, { unit: "minutes", count: 3 }],
    [3599, { unit: "hours", count: 1 }],
    [3900, { unit: "hoursAndMinutes", hours: 1, minutes: 5 }],
    [86_399, { unit: "hours", count: 24 }],
    [-3, { unit: "seconds", count: 0 }],
  ])("tells %d s ahead as %j", (seconds, span) => {
    expect(estimateSpan(seconds)).toEqual(span);
  });
});

describe("exactSpan", () => {
  it.each([
    [30, { unit: "seconds", count: 30 }],
    [60, { unit: "minutes", count: 1 }],
    [90, { unit: "seconds", count: 90 }],
    [7200, { unit: "hours", count: 2 }],
  ])("keeps %d s exact as %j", (seconds, span) => {
    expect(exactSpan(seconds)).toEqual(span);
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

describe("formatBytes", () => {
  it.each<[locale: Locale, bytes: number, text: string]>([
    ["en", 10_000_000, "10 MB"],
    ["en", 8 * 1024 * 1024, "8.4 MB"],
    ["en", 999, "999 bytes"],
    ["zh", 50_000_000, "50 MB"],
    ["zh", 0, "0 字节"],
  ])("writes in %s %d as %s", (locale, bytes, text) => {
    expect(formatBytes(createFormatter({ locale }), bytes)).toBe(text);
  });
});
