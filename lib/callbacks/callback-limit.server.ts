import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { StudioError } from "@/lib/errors/studio-error";

/** A task has a handful of states; this leaves room for repetitions. */
const calls = new RateLimiterMemory({ points: 60, duration: 10 });

/** Enough for debugging a proxy, too few to flood another server. */
const checks = new RateLimiterMemory({ points: 6, duration: 60 });

/** Counts a call of one address. Throws StudioError rate.throttled above the limit. */
export const limitCallbacks = (tokenHash: string) => count(calls, tokenHash);

/** Counts a check of one person. Throws StudioError rate.throttled above the limit. */
export const limitCallbackChecks = (userId: string) => count(checks, userId);

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new StudioError("rate.throttled", { values: { retryAfterMs: error.msBeforeNext } });
  }
}
