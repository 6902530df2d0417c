/** Seconds of a time as people type it: 1:07, 67 or 1:07.5; null where it is none. */
export function readClock(text: string): number | null {
  const match = /^\s*(?:(\d{1,3})[:：])?(\d{1,4}(?:[.,]\d{1,3})?)\s*$/.exec(text);
  if (!match) return null;
  const [, minutes = "0", seconds = "0"] = match;
  return Number(minutes) * 60 + Number(seconds.replace(",", "."));
}
