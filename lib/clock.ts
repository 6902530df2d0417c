/** The studio's time; tests pass their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** Both clocks of a process: one stands still while the machine sleeps, the other one can be set. */
export interface Reading {
  monotonicMs: number;
  wallMs: number;
}

export const readClocks = (): Reading => ({ monotonicMs: performance.now(), wallMs: Date.now() });

/** The time between two readings, rather too long than too short. Pure. */
export function measureElapsed(from: Reading, to: Reading): number {
  return Math.max(to.monotonicMs - from.monotonicMs, to.wallMs - from.wallMs);
}

/** A moment of the database's clock, and what this process read then. */
interface Sync {
  databaseMs: number;
  reading: Reading;
}

// One per process, although Next bundles routes separately.
const globalForClock = globalThis as { reverieClock?: Sync };

/**
 * The database's clock, as far as this process knows it: all processes that share a database decide by one time, whatever
 * their machines' clocks say. Until lib/db/sync-clock.server.ts has asked, that of the machine.
 */
export const studioClock: Clock = {
  now() {
    const { reverieClock: sync } = globalForClock;
    if (!sync) return Date.now();
    const { monotonicMs, wallMs } = readClocks();
    const ranMs = monotonicMs - sync.reading.monotonicMs;
    const passedMs = wallMs - sync.reading.wallMs;
    // A clock is set by seconds; what is longer, the machine slept.
    return Math.round(sync.databaseMs + (passedMs - ranMs > sleptMs ? passedMs : ranMs));
  },
};

const sleptMs = 60_000;

export function setStudioClock(sync: Sync): void {
  globalForClock.reverieClock = sync;
}

/** Whether the two clocks of this process disagree since the last answer of the database: it slept, or was set. */
export function isStudioClockDoubtful(): boolean {
  const { reverieClock: sync } = globalForClock;
  if (!sync) return true;
  const { monotonicMs, wallMs } = readClocks();
  const apartMs = wallMs - sync.reading.wallMs - (monotonicMs - sync.reading.monotonicMs);
  return Math.abs(apartMs) > 50;
}
