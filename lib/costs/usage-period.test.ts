import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayIn, startOfDay } from "./usage-period";

const iso = (at: number) => new Date(at).toISOString();

describe("startOfDay", () => {
  it.each([
    ["UTC", "2026-11-01", "2026-11-01T00:00:00.000Z"],
    ["Asia/Kathmandu", "2026-11-01", "2026-10-31T18:15:00.000Z"],
    ["America/Los_Angeles", "2026-11-02", "2026-11-02T08:00:00.000Z"],
    // The clocks change later on these days.
    ["Europe/Vienna", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["Europe/Vienna", "2026-10-25", "2026-10-24T22:00:00.000Z"],
    ["America/Los_Angeles", "2026-11-01", "2026-11-01T07:00:00.000Z"],
    // They skip midnight itself.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  ])("is that of %s on %s", (timeZone, day, start) => {
    expect(iso(startOfDay(timeZone, day))).toBe(start);
  });

  it("is the first quarter of an hour of its day, everywhere and always", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const quarterMs = 900_000;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1990, 0, 1) / quarterMs, max: Date.UTC(2040, 0, 1) / quarterMs }),
        (timeZone, quarter) => {
          const day = dayIn(timeZone, quarter * quarterMs);
          const start = startOfDay(timeZone, day);
          expect([dayIn(timeZone, start - quarterMs) < day, dayIn(timeZone, start)]).toEqual([true, day]);
        },
      ),
    );
  });

  it("is none of a day that there is not", () => {
    expect(() => startOfDay("UTC", "2026-02-30")).toThrow(RangeError);
  });
});
