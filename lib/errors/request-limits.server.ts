import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type RequestKind, requestLimits } from "./request-limits";
import { StudioError } from "./studio-error";

// One per process, although Next bundles routes separately.
const globalForLimits = globalThis as { reverieRequestLimits?: Map<RequestKind, RateLimiterMemory> };

/**
 * Counts a request of a person. In memory: a studio has one web process, which serves all requests, and a restart only
 * forgets the current window.
 *
 * @throws StudioError rate.throttled above the limit, with `retryAfterMs`
 */
export async function countRequest(kind: RequestKind, userId: string): Promise<void> {
  const limiters = (globalForLimits.reverieRequestLimits ??= new Map());
  const { requests, windowSeconds } = requestLimits[kind];
  const limiter =
    limiters.get(kind) ??
    new RateLimiterMemory({ keyPrefix: kind, points: requests, duration: windowSeconds });
  limiters.set(kind, limiter);
  try {
    await limiter.consume(userId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new StudioError("rate.throttled", { values: { retryAfterMs: Math.max(1, error.msBeforeNext) } });
  }
}
