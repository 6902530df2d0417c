import { expect, it } from "vitest";
import { markMonths, startOfMonth } from "./months";

const list = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    month: new Date(Date.UTC(2026, 10 - index)).toISOString().slice(0, 7),
    count: 10 ** (index % 3),
  }));

it("names every month of few, and years", () => {
  const marks = markMonths(list(12));
  expect(marks.map(({ label }) => label)).toEqual([...Array<string>(10).fill("month"), "year", "month"]);
  expect(marks[10]?.month).toBe("2026-01");
  expect(marks[0]!.weight).toBeLessThan(marks[1]!.weight);
  expect(marks[2]!.weight).toBe(1);
});

it("names few of many months", () => {
  const labels = markMonths(list(120)).filter(({ label }) => label !== null);
  expect(labels.length).toBeLessThan(30);
});

it("begins at the end of a month, or at its beginning where the oldest come first", () => {
  expect(startOfMonth("2026-02", "newest")).toBe("2026-02-28T23:59:59.999Z");
  expect(startOfMonth("2026-02", "oldest")).toBe("2026-02-01T00:00:00.000Z");
  expect(startOfMonth("2026-12", "newest")).toBe("2026-12-31T23:59:59.999Z");
});
