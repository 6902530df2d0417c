import { describe, expect, it } from "vitest";
import { readServiceAway } from "./service-away";

const now = Date.parse("2026-03-04T05:06:07.000Z");
const secondsAgo = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const waits = { state: "queued", waiting: { reason: "service-unreachable" }, startedAt: null } as const;
const inLine = { state: "queued", waiting: { reason: "rate-limit" }, startedAt: null } as const;
const starting = { state: "starting", startedAt: secondsAgo(1) } as const;

describe("readServiceAway", () => {
  it("is so while something waits for the service", () => {
    expect(readServiceAway([inLine, waits, starting], now)).toBe(true);
  });

  it("cannot be told while it is tried again, so that nothing flickers", () => {
    expect(readServiceAway([inLine, starting], now)).toBeNull();
    expect(readServiceAway([{ state: "running", startedAt: secondsAgo(2) }], now)).toBeNull();
  });

  it("is over once a request is out for long, or has become a task", () => {
    expect(readServiceAway([{ state: "running", startedAt: secondsAgo(11) }], now)).toBe(false);
    const task = { state: "running", waiting: { reason: "poll" }, startedAt: secondsAgo(2) } as const;
    expect(readServiceAway([task], now)).toBe(false);
  });

  it("is over when nothing waits for it, also with a full line", () => {
    expect(readServiceAway([inLine], now)).toBe(false);
    expect(readServiceAway([], now)).toBe(false);
  });
});
