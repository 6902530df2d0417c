/** A rate limit as the profile gives it. */
export interface RateLimit {
  /** How many requests may leave in one window. */
  requests: number;
  windowMs: number;
}

/** Clocks differ, and a request arrives later than it leaves: the gap between the end of a window and the next request. */
export const rateMarginMs = 250;

/**
 * When the next `count` requests may leave under a sliding window, in epoch milliseconds, in order. Pure.
 *
 * @param options.recentStarts when requests of the same line left, ascending; those older than one window may be missing
 * @param options.blockedUntil end of the pause that the service requested, 0 without one
 */
export function planStarts(options: {
  now: number;
  recentStarts: number[];
  limit: RateLimit | null;
  blockedUntil: number;
  count: number;
}): number[] {
  const { now, limit, blockedUntil, count } = options;
  const starts = [...options.recentStarts];
  const planned: number[] = [];
  for (let index = 0; index < count; index += 1) {
    let at = Math.max(now, blockedUntil, planned.at(-1) ?? 0);
    if (limit) {
      const oldestInWindow = starts[starts.length - limit.requests];
      if (oldestInWindow !== undefined) at = Math.max(at, oldestInWindow + limit.windowMs + rateMarginMs);
    }
    starts.push(at);
    planned.push(at);
  }
  return planned;
}
