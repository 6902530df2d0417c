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

/** The days of a query: this month until today where it does not say. Pure. */
export function completePeriod(
  { from, until, timeZone }: { from?: string | undefined; until?: string | undefined; timeZone: string },
  now: number,
): { from: string; until: string } {
  const today = dayIn(timeZone, now);
  const last = until ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? `${last.slice(0, 8)}01`, until: last };
}
