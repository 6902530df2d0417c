import { formatClock, twoDigits } from "@/lib/i18n/clocks";

/** A position to the frame: 0:14.07 is the frame of number 7 in the fifteenth second. Pure. */
export function formatFrameClock(frame: number, frameRate: number): string {
  const whole = Math.max(0, Math.floor(frame));
  return `${formatClock(Math.floor(whole / frameRate))}.${twoDigits(whole % frameRate)}`;
}

/** A position of a film to a tenth of a second, as facts name it: 0:12.0. Rounds to the nearest. Pure. */
export function formatTenthClock(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  return `${formatClock(Math.floor(tenths / 10))}.${tenths % 10}`;
}
