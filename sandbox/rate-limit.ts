import { Refusal } from "./http/refusal.ts";

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

/** What the limiter goes by, of the settings and the clock. */
interface LimitSettings {
  rateLimits: "on" | "off";
  rateLimitOverrides: Partial<Record<RateBucketName, number>>;
}

/** Sliding-window limiter per key and model. Refused requests do not count. */
export function createRateLimiter(clock: { now(): number }, settings: LimitSettings) {
  const admittedAt = new Map<string, number[]>();

  /** Counts one request, or throws 1002 when the window is full. */
  function admit(key: string, bucket: RateBucket): void {
    if (settings.rateLimits === "off") return;
    const rule = RATE_RULES[bucket.name];
    const limit = settings.rateLimitOverrides[bucket.name] ?? rule.limit;
    const now = clock.now();
    const name = `${key}\n${bucket.name}\n${bucket.model}`;
    const recent = (admittedAt.get(name) ?? []).filter((at) => at > now - rule.windowMs);
    admittedAt.set(name, recent);
    if (recent.length >= limit) throw new Refusal(1002);
    recent.push(now);
  }

  const reset = (): void => admittedAt.clear();

  return { admit, reset };
}
