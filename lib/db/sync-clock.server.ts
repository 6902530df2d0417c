import { isStudioClockDoubtful, measureElapsed, readClocks, setStudioClock } from "@/lib/clock";
import { getLogger } from "@/lib/errors/logger.server";
import type { Queryable } from "./database.server";

/** Clocks of machines drift apart by some milliseconds in a minute at most. */
const intervalMs = 30_000;
/** How often it is looked whether the machine slept or its clock was set. */
const doubtIntervalMs = 1_000;
/** The answer that took the shortest time is the most exact one. */
const samples = 3;

/** Asks the database for its time. The answer is right to half the time that it took. */
export async function syncClock(database: Queryable): Promise<void> {
  let best: { tookMs: number; sync: Parameters<typeof setStudioClock>[0] } | null = null;
  for (let sample = 0; sample < samples; sample += 1) {
    const before = readClocks();
    const [row] = await database.$queryRaw<[{ at: number }]>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "at"`;
    const reading = readClocks();
    const tookMs = measureElapsed(before, reading);
    if (best && best.tookMs <= tookMs) continue;
    best = { tookMs, sync: { databaseMs: row.at + tookMs / 2, reading } };
  }
  if (best) setStudioClock(best.sync);
}

// One per process, although Next bundles routes separately.
const globalForSync = globalThis as { reverieClockSync?: Promise<NodeJS.Timeout> };

/** Keeps the studio's clock with that of the database. Resolves once it is, for the whole process. */
export async function keepClock(database: Queryable): Promise<void> {
  await (globalForSync.reverieClockSync ??= start(database));
}

/** Asks the database no more, so that it can be closed. The studio's clock goes on from what it knows. */
export async function releaseClock(): Promise<void> {
  const timer = globalForSync.reverieClockSync;
  delete globalForSync.reverieClockSync;
  clearInterval(await timer);
}

async function start(database: Queryable): Promise<NodeJS.Timeout> {
  try {
    await syncClock(database);
  } catch (error) {
    // The next caller tries again.
    delete globalForSync.reverieClockSync;
    throw error;
  }
  let syncedAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - syncedAt < intervalMs && !isStudioClockDoubtful()) return;
    syncedAt = performance.now();
    // Until it answers, the clock goes on as before.
    syncClock(database).catch((error: unknown) =>
      getLogger().debug({ err: error }, "The database could not be asked for its time"),
    );
  }, doubtIntervalMs);
  return timer.unref();
}
