import { describe, expect, it } from "vitest";
import type { Reading } from "@/lib/clock";
import { isDead, openLease, type WorkerFacts } from "./lease";

function openTestLease() {
  const clock: Reading = { monotonicMs: 0, wallMs: 1_000_000 };
  const pass = (ms: number) => {
    clock.monotonicMs += ms;
    clock.wallMs += ms;
  };
  return { lease: openLease({ lastsMs: 1_000 }, () => ({ ...clock })), clock, pass };
}

describe("a lease", () => {
  it("is held from its first term on, and lasts while it is renewed", () => {
    const { lease, pass } = openTestLease();
    expect(lease.hold()).toBeNull();
    lease.renew(lease.read());
    const hold = lease.hold();
    for (let times = 0; times < 5; times++) {
      pass(600);
      lease.renew(lease.read());
    }
    expect([hold?.lasts(), hold?.ageMs()]).toEqual([true, 3_000]);
    pass(1_000);
    expect([hold?.lasts(), lease.hold()]).toEqual([false, null]);
  });

  it("counts from before the database was asked", () => {
    const { lease, pass } = openTestLease();
    const askedAt = lease.read();
    pass(900);
    lease.renew(askedAt);
    expect(lease.hold()).not.toBeNull();
    pass(100);
    expect(lease.hold()).toBeNull();
  });

  it("doesn't give back what was taken before a gap", () => {
    const { lease, pass } = openTestLease();
    lease.renew(lease.read());
    const before = lease.hold();
    pass(5_000);
    lease.renew(lease.read());
    expect([before?.lasts(), lease.hold()?.lasts()]).toEqual([false, true]);
  });

  it.each([
    ["while the machine sleeps", 0, 5_000],
    ["while its clock is set back", 5_000, -3_600_000],
  ])("ends %s", (_name, monotonicMs, wallMs) => {
    const { lease, clock } = openTestLease();
    lease.renew(lease.read());
    clock.monotonicMs += monotonicMs;
    clock.wallMs += wallMs;
    expect(lease.hold()).toBeNull();
  });
});

describe("isDead", () => {
  const known = { ownAgeMs: 10_000, lastsMs: 1_000 };
  it.each<[string, WorkerFacts, { ownAgeMs: number; lastsMs: number }, boolean]>([
    ["a process that has ended", { isRunning: false, leaseLeftMs: 900, missingMs: 0 }, known, true],
    ["a lease that lasts", { isRunning: null, leaseLeftMs: 1, missingMs: 60_000 }, known, false],
    ["a lease that has ended", { isRunning: null, leaseLeftMs: 0, missingMs: 0 }, known, true],
    ["a process that hangs", { isRunning: true, leaseLeftMs: -1, missingMs: 0 }, known, true],
    [
      "a lease that ended while nobody could renew one",
      { isRunning: null, leaseLeftMs: -60_000, missingMs: 0 },
      { ...known, ownAgeMs: 999 },
      false,
    ],
    ["an older version with its lock", { isRunning: null, leaseLeftMs: null, missingMs: 0 }, known, false],
    [
      "an older version without its lock",
      { isRunning: null, leaseLeftMs: null, missingMs: 20_000 },
      known,
      true,
    ],
  ])("%s", (_name, facts, options, expected) => expect(isDead(facts, options)).toBe(expected));
});
