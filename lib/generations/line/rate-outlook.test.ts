import { describe, expect, it } from "vitest";
import { countRemaining } from "./rate-outlook";

describe("countRemaining", () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();

  it("counts the requests that may leave at a time within the sliding window", () => {
    const outlook = { startsAt: [at(0), at(0), at(10), at(25)] };
    expect(countRemaining(outlook, 9_999)).toBe(2);
    expect(countRemaining(outlook, 10_000)).toBe(3);
    expect(countRemaining(outlook, 60_000)).toBe(4);
  });

  it("returns none before the first slot is free", () => {
    expect(countRemaining({ startsAt: [at(20)] }, 5_000)).toBe(0);
  });
});
