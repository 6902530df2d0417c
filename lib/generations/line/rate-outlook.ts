import type { RateOutlook } from "./rate-outlook-dto";

/** How many of the planned requests could leave at a moment (epoch milliseconds). */
export function countRemaining(outlook: Pick<RateOutlook, "startsAt">, now: number): number {
  return outlook.startsAt.filter((startAt) => Date.parse(startAt) <= now).length;
}
