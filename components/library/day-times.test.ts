import { afterEach, expect, it, vi } from "vitest";
import { addDays, createDayOf, dayOf, startOfDay } from "./day-times";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it.each([
  ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21", "Asia/Shanghai", "2026-11-20T16:00:00.000Z"],
  ["2026-11-21", "America/New_York", "2026-11-21T05:00:00.000Z"],
  // Clocks change at 02:00 and 03:00.
  ["2026-03-29", "Europe/Vienna", "2026-03-28T23:00:00.000Z"],
  ["2026-10-25", "Europe/Vienna", "2026-10-24T22:00:00.000Z"],
  ["2026-10-26", "Europe/Vienna", "2026-10-25T23:00:00.000Z"],
])("%s begins in %s at %s", (day, timeZone, start) => {
  expect(startOfDay(day, timeZone)).toBe(start);
  expect(dayOf(start, timeZone)).toBe(day);
  expect(dayOf(Date.parse(start) - 1, timeZone)).toBe(addDays(day, -1));
});

it("counts days across months", () => {
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
});

it.each(["Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"])(
  "tells days by a clock that runs in %s as Intl does, without it",
  (timeZone) => {
    vi.stubEnv("TZ", timeZone);
    const year = new Date().getFullYear();
    const offsets = [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join(" ");
    vi.stubGlobal("document", {
      cookie: `time-zone=${encodeURIComponent(timeZone)}; time-zone-offsets=${encodeURIComponent(offsets)}`,
    });
    const times = Array.from({ length: 60 }, (_, hours) =>
      new Date(Date.UTC(2026, 9, 24, hours)).toISOString(),
    );
    const days = times.map((at) => dayOf(at, timeZone));
    const elsewhere = times.map((at) => dayOf(at, "Europe/Vienna"));
    expect(times.map(createDayOf("Europe/Vienna"))).toEqual(elsewhere);

    const format = vi.spyOn(Intl, "DateTimeFormat");
    expect(times.map(createDayOf(timeZone))).toEqual(days);
    expect(format).not.toHaveBeenCalled();
  },
);
