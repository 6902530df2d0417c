import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { StudioError } from "@/lib/errors/studio-error";

/** Enough to find the right address and key, too few to look for services of others. */
const tests = new RateLimiterMemory({ points: 20, duration: 5 * 60 });

/** Counts a connection test of one person. Throws StudioError rate.throttled above the limit. */
export async function limitConnectionTests(userId: string): Promise<void> {
  try {
    await tests.consume(userId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new StudioError("rate.throttled", { values: { retryAfterMs: error.msBeforeNext } });
  }
}
