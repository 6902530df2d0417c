import { expect, it } from "vitest";
import { countDaysLeft } from "./trash-queries";

const now = Date.parse("2026-11-23T12:00:00Z");

it.each([
  ["2026-11-23T12:00:00Z", "2026-11-01T00:00:00Z", 30],
  ["2026-11-23T11:59:59Z", "2026-11-01T00:00:00Z", 30],
  ["2026-11-22T12:00:00Z", "2026-11-01T00:00:00Z", 29],
  ["2026-10-20T12:00:00Z", "2026-11-01T00:00:00Z", 0],
  // An item from before the limit has its days from then on.
  ["2024-01-01T12:00:00Z", "2026-12-20T00:00:00Z", 27],
])(
  "counts the days left of an item trashed at %s, with nothing leaving before %s",
  (deletedAt, notBefore, left) => {
    expect(countDaysLeft(deletedAt, { days: 30, notBefore }, now)).toBe(left);
  },
);

it("has no days if the trash keeps everything", () => {
  expect(countDaysLeft("2024-01-01T12:00:00Z", { days: null, notBefore: null }, now)).toBeNull();
});
