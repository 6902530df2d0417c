import { describe, expect, it } from "vitest";
import { readServiceAway } from "./service-away";

const waits = { state: "queued", waiting: { reason: "service-unreachable" } } as const;
const starting = { state: "starting" } as const;
const inLine = { state: "queued", waiting: { reason: "rate-limit" } } as const;

describe("readServiceAway", () => {
  it("is so while something waits for the service", () => {
    expect(readServiceAway([inLine, waits, starting])).toBe(true);
  });

  it("cannot be told while it is tried again, so that nothing flickers", () => {
    expect(readServiceAway([inLine, starting])).toBeNull();
  });

  it("is over when nothing waits for it, also with a full line", () => {
    expect(readServiceAway([inLine])).toBe(false);
    expect(readServiceAway([])).toBe(false);
  });
});
