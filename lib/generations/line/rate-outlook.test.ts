import { describe, expect, it } from "vitest";
import { countRemaining } from "./rate-outlook";

describe("countRemaining", () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();

  it("counts what could leave at a moment, as the window slides", () => {
    const outlook = { startsAt: [at(0), at(0), at(10), at(25)] };
    expect(countRemaining(outlook, 9_999)).toBe(2);
    expect(countRemaining(outlook, 10_000)).toBe(3);
    expect(countRemaining(outlook, 60_000)).toBe(4);
  });

  it("knows that nothing can leave before the first place is free", () => {
    expect(countRemaining({ startsAt: [at(20)] }, 5_000)).toBe(0);
  });
});
