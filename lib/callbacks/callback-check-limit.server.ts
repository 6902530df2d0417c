import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { StudioError } from "@/lib/errors/studio-error";

/** Enough for somebody who mends a proxy and looks again and again; too few to flood what stands at the address. */
const checksPerWindow = 6;
const windowSeconds = 60;

const limiter = new RateLimiterMemory({ points: checksPerWindow, duration: windowSeconds });

/** Counts a check of one person. Throws StudioError rate.throttled where there are too many. */
export async function limitCallbackChecks(userId: string): Promise<void> {
  try {
    await limiter.consume(userId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new StudioError("rate.throttled", { values: { retryAfterMs: error.msBeforeNext } });
  }
}
