import { isOwnTimeZone } from "@/components/shell/store-time-zone";
import { twoDigits } from "@/lib/i18n/clocks";

/** How far a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  // Swedish dates have the ISO format.
  const local = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${local.format(atMs).replace(" ", "T")}Z`) - Math.floor(atMs / 1000) * 1000;
}

/** When a calendar day, `2026-11-21`, begins in a time zone, as an ISO time. */
export function startOfDay(day: string, timeZone: string): string {
  const utcMs = Date.parse(`${day}T00:00:00Z`);
  const guessMs = utcMs - offsetMs(utcMs, timeZone);
  // Clocks may change between midnight in UTC and there.
  return new Date(utcMs - offsetMs(guessMs, timeZone)).toISOString();
}

/** Tells the calendar day, `2026-11-21`, of ISO times in a time zone, and remembers it. */
export function createDayOf(timeZone: string): (iso: string) => string {
  const write = isOwnTimeZone(timeZone) ? writeOwnDay : createDayFormat(timeZone);
  const known = new Map<string, string>();
  return (iso) => {
    const day = known.get(iso) ?? write(new Date(iso));
    known.set(iso, day);
    return day;
  };
}

/** By the browser's clock, without Intl, whose first use for dates takes a slow phone 100 ms. */
const writeOwnDay = (at: Date) =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;

function createDayFormat(timeZone: string): (at: Date) => string {
  // Swedish dates have the ISO format.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  return (at) => format.format(at);
}

/** The calendar day of a moment in a time zone, `2026-11-21`. */
export function dayOf(at: string | number, timeZone: string): string {
  return createDayFormat(timeZone)(new Date(at));
}

/** A calendar day so many days later; earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The current day in a time zone, `2026-11-21`. */
export const today = (timeZone: string) => dayOf(Date.now(), timeZone);
