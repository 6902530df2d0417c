const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight in UTC of a day like `2026-11-01`; null if there is no such day. The year 0 is one only in ISO 8601. */
export function parseDay(text: string): number | null {
  if (!dayPattern.test(text) || text.startsWith("0000")) return null;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : at;
}

/** The day of a moment in a time zone, for example `2026-11-01`. */
export function dayIn(timeZone: string, at: number): string {
  // Sweden writes days like ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
}

/**
 * When a day like `2026-11-01` begins in a time zone: at midnight, or at its first moment where the clocks skip that. Throws
 * RangeError for a day that there is not.
 */
export function startOfDay(timeZone: string, day: string): number {
  const midnight = parseDay(day);
  if (midnight === null) throw new RangeError(`There is no day ${day}.`);
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const offsetAt = (at: number) => Date.parse(`${clock.format(at).replace(" ", "T")}Z`) - at;
  // The offset of midnight in UTC is that of the day, unless the clocks change between the two.
  const early = midnight - offsetAt(midnight);
  const starts = [early, midnight - offsetAt(early)].toSorted((a, b) => a - b);
  return starts.find((at) => dayIn(timeZone, at) === day) ?? early;
}

/** The days of a query: this month until today where it does not say. Pure. */
export function completePeriod(
  { from, until, timeZone }: { from?: string | undefined; until?: string | undefined; timeZone: string },
  now: number,
): { from: string; until: string } {
  const today = dayIn(timeZone, now);
  const last = until ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? `${last.slice(0, 8)}01`, until: last };
}
