import { listScopes, type ConnectionScope } from "@/lib/connections/list-scopes.server";
import { studioClock } from "@/lib/clock";
import { getDatabase, type Database } from "@/lib/db/database.server";
import { measureDatabase } from "@/lib/db/measure-database.server";
import { keepClock } from "@/lib/db/sync-clock.server";
import { groupFailures } from "@/lib/generations/read/group-failures.server";
import { readQueue, type QueueGroup } from "@/lib/generations/read/watch-queue.server";
import { listWorkers } from "@/lib/jobs/list-workers.server";
import { getStudioStorage } from "@/lib/media/get-storage-usage.server";
import { checkBucket } from "@/lib/media/store/check-store.server";
import type { RateWindow, StudioStatus } from "@/lib/status/studio-status";
import { findBucketLimit } from "@/lib/paid-calls/rate-line.server";
import { readWindows } from "@/lib/paid-calls/rate-window.server";

const mostWindows = 20;
const recentMs = 600_000;

/** Reads the whole studio once: a bounded number of queries, whatever waits. */
export async function loadStatus(database: Database = getDatabase()): Promise<StudioStatus> {
  await keepClock(database);
  const now = studioClock.now();
  const [queue, workers, size, failures, storage, bucket, scopes, recent] = await Promise.all([
    readQueue(database),
    listWorkers(database),
    measureDatabase(database),
    groupFailures(database, now),
    getStudioStorage(database),
    checkBucket(),
    listScopes(database),
    listRecentBuckets(database, now),
  ]);
  const waiting = queue.flatMap(({ bucket }) => bucket ?? []);
  const buckets = [...new Set([...waiting, ...recent])].slice(0, mostWindows);
  const { files, bytes, place, disk } = storage;
  return {
    queue: addUp(queue),
    workers,
    windows: await listWindows(database, { buckets, scopes, now }),
    store: { files, bytes, place, disk, bucket },
    database: size,
    failures,
  };
}

/** Keys and models with which something was sent a short while ago. */
async function listRecentBuckets(database: Database, now: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ bucket: string }[]>`
    SELECT "rateBucket" AS "bucket" FROM "Attempt"
    WHERE "startedAt" > ${new Date(now - recentMs)}::timestamptz AND "rateBucket" IS NOT NULL
    GROUP BY 1 ORDER BY max("startedAt") DESC LIMIT ${mostWindows}`;
  return rows.map(({ bucket }) => bucket);
}

async function listWindows(
  database: Database,
  { buckets, scopes, now }: { buckets: readonly string[]; scopes: readonly ConnectionScope[]; now: number },
): Promise<RateWindow[]> {
  const lines = buckets.map((bucket) => {
    const scope = scopes.find((each) => bucket.startsWith(`${each.scope}:`));
    return { bucket, scope, limit: scope ? findBucketLimit(scope, bucket) : null };
  });
  const uses = new Map((await readWindows(database, lines, now)).map((use) => [use.bucket, use]));
  return lines.map(({ bucket, scope, limit }) => {
    const { used = 0, blockedUntil = null } = uses.get(bucket) ?? {};
    return {
      bucket,
      profile: scope?.profile.id ?? null,
      people: scope?.people ?? [],
      counted: bucket.slice(bucket.indexOf(":") + 1),
      used,
      allowed: limit?.requests ?? null,
      windowSeconds: limit ? limit.windowMs / 1_000 : null,
      pausedUntil: blockedUntil && blockedUntil.getTime() > now ? blockedUntil : null,
    };
  });
}

/** By generator and model, over all keys. */
function addUp(groups: readonly QueueGroup[]): Omit<QueueGroup, "bucket">[] {
  const sums = new Map<string, Omit<QueueGroup, "bucket">>();
  for (const { generator, model, waiting, held, running, oldestAt } of groups) {
    const key = `${generator}\0${model}`;
    const sum = sums.get(key) ?? { generator, model, waiting: 0, held: 0, running: 0, oldestAt: null };
    const isOlder = oldestAt !== null && (sum.oldestAt === null || oldestAt < sum.oldestAt);
    sums.set(key, {
      ...sum,
      waiting: sum.waiting + waiting,
      held: sum.held + held,
      running: sum.running + running,
      oldestAt: isOlder ? oldestAt : sum.oldestAt,
    });
  }
  return [...sums.values()];
}
