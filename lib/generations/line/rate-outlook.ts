import type { RateOutlook } from "./rate-outlook-dto";

/** How many of the planned requests could leave at a moment (epoch milliseconds). */
export function countRemaining(outlook: Pick<RateOutlook, "startsAt">, now: number): number {
  return outlook.startsAt.filter((startAt) => Date.parse(startAt) <= now).length;
}

/**
 * When the last of so many requests could leave, in epoch milliseconds, as far as the rate limit alone decides; now without one.
 */
export function findLastStart(
  { limit, startsAt }: Pick<RateOutlook, "limit" | "startsAt">,
  { count, now }: { count: number; now: number },
): number {
  if (!limit || startsAt.length === 0 || count === 0) return now;
  const windows = Math.floor((count - 1) / startsAt.length);
  return (
    Math.max(now, Date.parse(startsAt[(count - 1) % startsAt.length]!)) +
    windows * limit.windowSeconds * 1_000
  );
}
