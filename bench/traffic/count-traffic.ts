import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { jobChannel } from "@/lib/jobs/job-queue.server";

/** What PostgreSQL did within a span of time. */
export interface Traffic {
  transactions: number;
  notifications: number;
  /** Of its write-ahead log. */
  logBytes: number;
}

/** A moment, and what PostgreSQL had done until then. */
export type Reading = Traffic & { at: number };

/** All channels of the studio. */
const channels = [
  ...["reverie_live", "reverie_stream", "reverie_items", "reverie_lists"],
  ...["reverie_webhooks", "reverie_pushes", jobChannel],
];
/** PostgreSQL publishes what an idle session has counted within this time. */
const publishedMs = 11_000;
const samplePauseMs = 1_000;
/** The slowest of the regular timers of web, worker, job queue and PostgreSQL ring once in this time. */
export const cycleMs = 60_000;

/** Reads once a second what PostgreSQL has done so far. */
export interface Counter {
  /** From now until this returns, with all that sessions have counted while it ran. */
  count(run: () => Promise<void>): Promise<Reading[]>;
  close(): Promise<void>;
}

/** Returns when all that was done before is published, so that none of it is counted. */
export async function openCounter(databaseUrl: string): Promise<Counter> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const readings: Reading[] = [];
  let notifications = 0;
  /** Transactions in which this session, which isn't the studio's, read notifications: those of one commit together. */
  let wakes = 0;
  let isAwake = false;
  client.on("notification", () => {
    notifications += 1;
    if (isAwake) return;
    isAwake = true;
    wakes += 1;
    setImmediate(() => (isAwake = false));
  });
  for (const channel of channels) await client.query(`LISTEN "${channel}"`);
  const read = async () => {
    const { rows } = await client.query<{ transactions: string; log: string }>(
      `SELECT xact_commit + xact_rollback AS transactions, pg_current_wal_lsn() - '0/0'::pg_lsn AS log
       FROM pg_stat_database WHERE datname = current_database()`,
    );
    const { transactions, log } = rows[0]!;
    readings.push({
      at: performance.now(),
      // Without its own, one for each reading.
      transactions: Number(transactions) - wakes - readings.length,
      notifications,
      logBytes: Number(log),
    });
  };
  let isClosing = false;
  const reading = (async () => {
    while (!isClosing) {
      await read();
      await delay(samplePauseMs);
    }
  })();
  await delay(publishedMs);
  return {
    async count(run) {
      const first = readings.length - 1;
      await run();
      await delay(publishedMs);
      return readings.slice(first);
    },
    async close() {
      isClosing = true;
      await reading;
      await client.end();
    },
  };
}

const subtract = (one: Traffic, other: Traffic): Traffic => ({
  transactions: one.transactions - other.transactions,
  notifications: one.notifications - other.notifications,
  logBytes: one.logBytes - other.logBytes,
});

/** What was done between the first and the last reading. */
export const sum = (readings: readonly Reading[]): Traffic => subtract(readings.at(-1)!, readings[0]!);

/** Counts what an idle studio does in a cycle. */
export const countIdle = (counter: Counter): Promise<Reading[]> =>
  counter.count(() => delay(cycleMs - publishedMs));

/** What was done besides what an idle studio does in the same parts of its cycle. Of several cycles, the quieter one counts. */
export function withoutIdle(readings: readonly Reading[], cycles: readonly (readonly Reading[])[]): Traffic {
  const all = cycles.map((idle) => {
    const [from, until] = [readings[0]!, readings.at(-1)!].map(({ at }) => readIdle(idle, at - idle[0]!.at));
    return subtract(sum(readings), subtract(until!, from!));
  });
  const most = (key: keyof Traffic) => Math.max(...all.map((traffic) => traffic[key]));
  return {
    transactions: most("transactions"),
    notifications: most("notifications"),
    logBytes: most("logBytes"),
  };
}

/** What an idle studio does from the first reading of its cycle until then, which may be many cycles later, or earlier. */
function readIdle(idle: readonly Reading[], afterMs: number): Traffic {
  const cycles = Math.floor(afterMs / cycleMs);
  const within = idle[0]!.at + (afterMs - cycles * cycleMs);
  const last = idle.findLast(({ at }) => at <= within)!;
  const [whole, part] = [sum(idle), subtract(last, idle[0]!)];
  return {
    transactions: cycles * whole.transactions + part.transactions,
    notifications: cycles * whole.notifications + part.notifications,
    logBytes: cycles * whole.logBytes + part.logBytes,
  };
}
