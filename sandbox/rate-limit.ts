import type { SandboxClock } from "./clock.ts";
import { Refusal } from "./http/refusal.ts";
import { RATE_RULES, type RateBucket } from "./rate-rules.ts";
import type { Settings } from "./settings.ts";

/** Sliding-window limiter per key and model. Refused requests do not count. */
export class RateLimiter {
  private readonly clock: SandboxClock;
  private readonly settings: Settings;
  private readonly admittedAt = new Map<string, number[]>();

  constructor(clock: SandboxClock, settings: Settings) {
    this.clock = clock;
    this.settings = settings;
  }

  /** Counts one request, or throws 1002 when the window is full. */
  admit(key: string, bucket: RateBucket): void {
    if (this.settings.rateLimits === "off") return;
    const rule = RATE_RULES[bucket.name];
    const limit = this.settings.rateLimitOverrides[bucket.name] ?? rule.limit;
    const now = this.clock.now();
    const name = `${key}\n${bucket.name}\n${bucket.model}`;
    const recent = (this.admittedAt.get(name) ?? []).filter((at) => at > now - rule.windowMs);
    this.admittedAt.set(name, recent);
    if (recent.length >= limit) throw new Refusal(1002);
    recent.push(now);
  }

  reset(): void {
    this.admittedAt.clear();
  }
}
