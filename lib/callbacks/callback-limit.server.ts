import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { StudioError } from "@/lib/errors/studio-error";

/** A task has a handful of states; this leaves room for repetitions. */
const calls = new RateLimiterMemory({ points: 60, duration: 10 });

/** Counts a call of one address. Throws StudioError rate.throttled above the limit. */
export async function limitCallbacks(tokenHash: string): Promise<void> {
  try {
    await calls.consume(tokenHash);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new StudioError("rate.throttled", { values: { retryAfterMs: error.msBeforeNext } });
  }
}
