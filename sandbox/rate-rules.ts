/** Requests a window of time admits. service.md "Limits" for music; unshown.md "Errors and limits" for the rest. */
export const RATE_RULES = {
  music: { limit: 120, windowMs: 60_000 },
  "music-free": { limit: 3, windowMs: 60_000 },
  image: { limit: 10, windowMs: 60_000 },
  video: { limit: 5, windowMs: 60_000 },
  speech: { limit: 60, windowMs: 60_000 },
  narration: { limit: 60, windowMs: 60_000 },
  "narration-query": { limit: 10, windowMs: 1_000 },
} as const satisfies Record<string, { limit: number; windowMs: number }>;

export type RateBucketName = keyof typeof RATE_RULES;

/** A bucket of requests: `name` is what settings override, `model` splits it further. */
export interface RateBucket {
  name: RateBucketName;
  model: string;
}
