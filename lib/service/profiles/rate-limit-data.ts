import type { RateLimit, ServiceProfile } from "./profile-schema.ts";

const MINUTE_MS = 60_000;

const perMinute = (requests: number, concurrency?: number): RateLimit => ({
  requests,
  windowMs: MINUTE_MS,
  ...(concurrency === undefined ? {} : { concurrency }),
});

/** service.md Limits: 120 requests a minute, 3 for the free variants; concurrency from unshown.md Errors and limits. */
const musicModels = (concurrency: { paid: number; free: number }): Record<string, RateLimit> => ({
  "music-3.0": perMinute(120, concurrency.paid),
  "music-2.6": perMinute(120, concurrency.paid),
  "music-cover": perMinute(120, concurrency.paid),
  "music-3.0-free": perMinute(3, concurrency.free),
  "music-2.6-free": perMinute(3, concurrency.free),
  "music-cover-free": perMinute(3, concurrency.free),
});

/** unshown.md Errors and limits, "rate limits outside service.md"; the lower number where it names two. */
export function publicRateLimits(speechPerMinute: number): ServiceProfile["rateLimits"] {
  return {
    models: musicModels({ paid: 20, free: 3 }),
    endpoints: {
      imageGeneration: perMinute(10),
      videoGeneration: perMinute(5),
      speech: perMinute(speechPerMinute),
      narrationCreate: perMinute(speechPerMinute),
      narrationQuery: { requests: 10, windowMs: 1_000 },
    },
  };
}
