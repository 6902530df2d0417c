import { describe, expect, it } from "vitest";
import { planStarts, rateMarginMs } from "./plan-starts";

const limit = { requests: 3, windowMs: 60_000 };

describe("planStarts", () => {
  it("starts everything at once without a limit", () => {
    expect(planStarts({ now: 5, recentStarts: [], limit: null, blockedUntil: 0, count: 3 })).toEqual([
      5, 5, 5,
    ]);
  });

  it("spreads thirty requests so that no window of a minute holds more than three", () => {
    const starts = planStarts({ now: 1_000, recentStarts: [], limit, blockedUntil: 0, count: 30 });
    for (let index = 3; index < starts.length; index += 1) {
      expect(starts[index]! - starts[index - 3]!).toBeGreaterThan(limit.windowMs);
    }
    expect(starts.at(-1)).toBe(1_000 + 9 * (limit.windowMs + rateMarginMs));
  });

  it("counts earlier starts", () => {
    expect(
      planStarts({ now: 10_000, recentStarts: [1_000, 2_000, 9_000], limit, blockedUntil: 0, count: 2 }),
    ).toEqual([61_250, 62_250]);
  });

  it("waits as long as the service asked", () => {
    expect(planStarts({ now: 0, recentStarts: [], limit, blockedUntil: 7_000, count: 1 })).toEqual([7_000]);
  });

  it("never plans an earlier start behind a later one", () => {
    const starts = planStarts({ now: 0, recentStarts: [0, 0, 0], limit, blockedUntil: 90_000, count: 4 });
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
  });
});
