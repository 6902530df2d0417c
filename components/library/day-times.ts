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

/** The calendar day of a moment in a time zone, `2026-11-21`. */
export function dayOf(at: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(at));
}

/** A calendar day so many days later; earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The current day in a time zone, `2026-11-21`. */
export const today = (timeZone: string) => dayOf(Date.now(), timeZone);
