import { hostname } from "node:os";
import type { Database } from "@/lib/db/database.server";
import { keepSession } from "@/lib/db/kept-session.server";

/** First key of every worker's advisory lock; the second is its row's `lockKey`. */
const lockClass = 7_483_201;

/**
 * A worker that lost its connection takes its lock again within seconds. On another machine, only time tells it from a
 * dead one.
 */
const graceMs = 20_000;

interface WorkerRow {
  id: string;
  host: string;
  pid: number;
  holdsLock: boolean;
}

function isDead({ host, pid }: WorkerRow, missingMs: number): boolean {
  return (host === hostname() && !isRunning(pid)) || missingMs >= graceMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is alive, too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export interface WorkerPresence {
  id: string;
  /** Whether the worker of this ID was alive at the last `refresh`. */
  isAlive(workerId: string): boolean;
  refresh(): Promise<void>;
  /** Calls back with every notification of a channel, and with null when some may have been missed. */
  onNews(channel: string, listener: (payload: string | null) => void): void;
  close(): Promise<void>;
}

/**
 * Announces a worker. It counts as alive while its database session holds an advisory lock. The lock ends with the
 * process, also after kill -9, so no heartbeat is needed.
 */
export async function announceWorker(options: {
  database: Database;
  databaseUrl: string;
  channels: readonly string[];
}): Promise<WorkerPresence> {
  const { database } = options;
  const self = { host: hostname(), pid: process.pid };
  const { id, lockKey } = await database.worker.create({ data: { id: crypto.randomUUID(), ...self } });
  const listeners: { channel: string; listener: (payload: string | null) => void }[] = [];
  let alive = new Set<string>([id]);
  /** Workers without a lock, and when that was first seen. */
  let missing = new Map<string, number>();
  const session = await keepSession({
    databaseUrl: options.databaseUrl,
    name: "reverie-worker-presence",
    async begin(client) {
      // After an outage another worker may have taken this one for dead and deleted its row.
      await database.worker.upsert({ where: { id }, create: { id, lockKey, ...self }, update: {} });
      await client.query("SELECT pg_advisory_lock($1, $2)", [lockClass, lockKey]);
      for (const channel of options.channels) await client.query(`LISTEN ${channel}`);
    },
    onNotification({ channel, payload = "" }) {
      for (const each of listeners) if (each.channel === channel) each.listener(payload);
    },
    onRestored: () => listeners.forEach(({ listener }) => listener(null)),
  });
  return {
    id,
    isAlive: (workerId) => alive.has(workerId),
    async refresh() {
      const rows = await database.$queryRaw<WorkerRow[]>`
        SELECT worker."id", worker."host", worker."pid", held.pid IS NOT NULL AS "holdsLock"
        FROM "Worker" worker
        LEFT JOIN pg_locks held ON held.locktype = 'advisory' AND held.classid = ${lockClass}::oid
          AND held.objid = worker."lockKey"::oid AND held.granted
          AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      const now = Date.now();
      missing = new Map(
        rows.filter((row) => !row.holdsLock).map((row) => [row.id, missing.get(row.id) ?? now]),
      );
      const dead = rows.filter((row) => !row.holdsLock && isDead(row, now - missing.get(row.id)!));
      const deadIds = new Set(dead.map((row) => row.id));
      alive = new Set([id, ...rows.map((row) => row.id).filter((each) => !deadIds.has(each))]);
      await database.worker.deleteMany({ where: { id: { in: [...deadIds], not: id } } });
    },
    onNews: (channel, listener) => void listeners.push({ channel, listener }),
    async close() {
      await session.close();
      await database.worker.deleteMany({ where: { id } });
    },
  };
}
