import { measureElapsed, readClocks, type Reading } from "@/lib/clock";

/**
 * The right of a worker to act as the owner of what it has taken. It ends by itself, so that another worker may take over
 * from one that can't be reached, without asking it.
 */
export interface Lease {
  /** What the worker has now; null while it has no right to anything. */
  hold(): Hold | null;
}

interface Hold {
  /** Whether the worker has had the lease without a gap since. After a gap another one may have taken over. */
  lasts(): boolean;
  /** For how long it has had the lease without a gap. */
  ageMs(): number;
}

export interface LeaseTimes {
  /** How long a lease lasts that is not renewed. */
  lastsMs: number;
  /** How often it is renewed. */
  renewMs: number;
}

/** A lost worker is noticed within `lastsMs` and one more `renewMs`. */
export const leaseTimes: LeaseTimes = { lastsMs: 16_000, renewMs: 4_000 };

/** The lease of a test without other workers. */
export const permanentLease: Lease = { hold: () => ({ lasts: () => true, ageMs: () => Infinity }) };

export interface OwnLease extends Lease {
  /** The database has recorded another term. Called with the reading of `read` before it was asked to. */
  renew(askedAt: Reading): void;
  read(): Reading;
}

/**
 * This process's side of a lease. It counts from before the database was asked, so it never lasts longer here than there.
 */
export function openLease({ lastsMs }: Pick<LeaseTimes, "lastsMs">, read = readClocks): OwnLease {
  let renewed: Reading | null = null;
  let since: Reading | null = null;
  let terms = 0;

  const isRunning = () => renewed !== null && measureElapsed(renewed, read()) < lastsMs;

  return {
    read,
    renew(askedAt) {
      if (!isRunning()) {
        terms += 1;
        since = askedAt;
      }
      // Asked before the one that was recorded last.
      if (renewed === null || askedAt.monotonicMs > renewed.monotonicMs) renewed = askedAt;
    },
    hold() {
      if (!isRunning() || since === null) return null;
      const [term, from] = [terms, since];
      return { lasts: () => term === terms && isRunning(), ageMs: () => measureElapsed(from, read()) };
    },
  };
}

/** What is known of another worker. */
export interface WorkerFacts {
  /** Whether its process runs here; null where its processes can't be seen from here. */
  isRunning: boolean | null;
  /** What is left of its lease by the database's clock; null of an older version, which has none. */
  leaseLeftMs: number | null;
  /** For how long its lock has been missing. */
  missingMs: number;
}

/** A worker of an older version that lost its connection takes its lock again within seconds. */
const lockGraceMs = 20_000;

/**
 * Whether a worker is dead. One whose process can be seen is at once. Any other one has lost its lease, unless nobody could
 * renew theirs: then the database was away, and each has the time of a lease to come back. Pure.
 *
 * @param options.ownAgeMs for how long the judging worker has had its own lease
 */
export function isDead(worker: WorkerFacts, options: { ownAgeMs: number; lastsMs: number }): boolean {
  if (worker.isRunning === false) return true;
  if (worker.leaseLeftMs === null) return worker.missingMs >= lockGraceMs;
  return worker.leaseLeftMs <= 0 && options.ownAgeMs >= options.lastsMs;
}
