/** 7 as 07. */
export const twoDigits = (value: number) => String(value).padStart(2, "0");

/** A position as a clock, in any language: 0:07, 2:51, 1:02:03. Rounds down to the second. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const tail = twoDigits(whole % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${tail}` : `${minutes}:${tail}`;
}

/** A length, rounded to the second: an encoder's 5.96 s are 0:06. */
export function formatLength(seconds: number): string {
  return formatClock(Math.round(seconds));
}

/** A position or length to a hundredth of a second: 0:03.08. */
export function formatFineClock(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-6));
  return `${formatClock(Math.floor(hundredths / 100))}.${twoDigits(hundredths % 100)}`;
}
