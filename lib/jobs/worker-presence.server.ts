import { hostname } from "node:os";
import type { Database } from "@/lib/db/database.server";
import { keepSession } from "@/lib/db/kept-session.server";
import { getLogger } from "@/lib/errors/logger.server";
import { readShortBuildId, version } from "@/lib/status/version.server";
import { isDead, leaseTimes, openLease, type Lease, type LeaseTimes } from "./lease";
import { getProcessSpace } from "./process-space.server";

/** First key of every worker's advisory lock; the second is its row's `lockKey`. */
const lockClass = 7_483_201;

interface WorkerRow {
  id: string;
  pid: number;
  space: string | null;
  leaseLeftMs: number | null;
  holdsLock: boolean;
}

function isProcessRunning(pid: number): boolean {
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
  /** Ends when the database could not be told for so long that others may take this worker for dead. */
  lease: Lease;
  /** Whether the worker of this ID was alive at the last `refresh`. */
  isAlive(workerId: string): boolean;
  refresh(): Promise<void>;
  /** Calls back with every notification of a channel, and with null when some may have been missed. */
  onNews(channel: string, listener: (payload: string | null) => void): void;
  /** Calls back when another worker was found dead. */
  onDeath(listener: () => void): void;
  close(): Promise<void>;
}

/** The application name of all sessions of a worker, by which they are ended when it is dead. */
export const nameSessions = (workerId: string) => `reverie-worker-${workerId}`;

/**
 * Announces a worker. It counts as alive while it renews its lease, by the database's clock. Its session also holds an
 * advisory lock, which ends with the process.
 */
export async function announceWorker(options: {
  database: Database;
  databaseUrl: string;
  channels: readonly string[];
  id?: string;
  times?: LeaseTimes;
}): Promise<WorkerPresence> {
  const { database, times = leaseTimes, id = crypto.randomUUID() } = options;
  const self = {
    host: hostname(),
    pid: process.pid,
    space: getProcessSpace(),
    version,
    build: readShortBuildId(),
  };
  const renewalValues = (lockKey: number) => [
    id,
    lockKey,
    self.host,
    self.pid,
    self.space,
    times.lastsMs,
    self.version,
    self.build,
  ];
  const { lockKey } = await database.worker.create({ data: { id, ...self } });
  const lease = openLease(times);
  const listeners: { channel: string; listener: (payload: string | null) => void }[] = [];
  const deathListeners: (() => void)[] = [];
  let alive = new Set<string>([id]);
  /** Workers without a lock, and when that was first seen. */
  let missing = new Map<string, number>();
  let closed = false;

  const session = await keepSession({
    databaseUrl: options.databaseUrl,
    name: nameSessions(id),
    async begin(client) {
      const askedAt = lease.read();
      await client.query(renewal, renewalValues(lockKey));
      lease.renew(askedAt);
      // A session of this worker that was lost may still have it.
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE ${isLockOf("$1", "$2")} AND pid <> pg_backend_pid()`,
        [lockClass, lockKey],
      );
      await client.query("SELECT pg_advisory_lock($1, $2)", [lockClass, lockKey]);
      for (const channel of options.channels) await client.query(`LISTEN ${channel}`);
    },
    onNotification({ channel, payload = "" }) {
      for (const each of listeners) if (each.channel === channel) each.listener(payload);
    },
    onRestored: () => listeners.forEach(({ listener }) => listener(null)),
  });

  async function renew(): Promise<void> {
    const askedAt = lease.read();
    await session.query(renewal, renewalValues(lockKey));
    lease.renew(askedAt);
  }

  async function findDead(): Promise<string[]> {
    const rows = await session.query<WorkerRow>(listing, [lockClass]);
    const now = performance.now();
    missing = new Map(
      rows.filter((row) => !row.holdsLock).map((row) => [row.id, missing.get(row.id) ?? now]),
    );
    const terms = { ownAgeMs: lease.hold()?.ageMs() ?? 0, lastsMs: times.lastsMs };
    const dead = rows.filter(({ id: each, space, pid, leaseLeftMs }) => {
      const isRunning = space === self.space ? isProcessRunning(pid) : null;
      const missingMs = now - (missing.get(each) ?? now);
      return each !== id && isDead({ isRunning, leaseLeftMs, missingMs }, terms);
    });
    const deadIds = dead.map((row) => row.id);
    alive = new Set([id, ...rows.map((row) => row.id).filter((each) => !deadIds.includes(each))]);
    return deadIds;
  }

  /** Nothing that a dead worker has sent to the database may still arrive there. */
  async function bury(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await session.query(endSessions, [ids.map(nameSessions)]);
    await session.query(`DELETE FROM "Worker" WHERE "id" = ANY ($1)`, [ids]);
  }

  async function look(): Promise<void> {
    try {
      await renew();
      const dead = await findDead();
      await bury(dead);
      if (dead.length > 0) deathListeners.forEach((listener) => listener());
    } catch (error) {
      if (!closed) getLogger().warn({ err: error }, "The lease of this worker could not be renewed");
    }
  }

  const watch = startWatch(look, times.renewMs);
  return {
    id,
    lease,
    isAlive: (workerId) => alive.has(workerId),
    refresh: async () => bury(await findDead()),
    onNews: (channel, listener) => void listeners.push({ channel, listener }),
    onDeath: (listener) => void deathListeners.push(listener),
    async close() {
      closed = true;
      await watch.stop();
      await session.close();
      await database.worker.deleteMany({ where: { id } });
    },
  };
}

/** Writes another term. After an outage another worker may have taken this one for dead and deleted its row. */
const renewal = `
  INSERT INTO "Worker" ("id", "lockKey", "host", "pid", "space", "leaseEnd", "version", "build")
  VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 millisecond', $7, $8)
  ON CONFLICT ("id") DO UPDATE SET "leaseEnd" = excluded."leaseEnd"`;

const listing = `
  SELECT worker."id", worker."pid", worker."space", held.pid IS NOT NULL AS "holdsLock",
    (extract(epoch FROM worker."leaseEnd" - clock_timestamp()) * 1000)::float8 AS "leaseLeftMs"
  FROM "Worker" worker
  LEFT JOIN pg_locks held ON held.granted AND ${isLockOf("$1", 'worker."lockKey"')}`;

const endSessions = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = ANY ($1) AND pid <> pg_backend_pid()`;

function isLockOf(first: string, second: string): string {
  return `locktype = 'advisory' AND classid = ${first}::int::oid AND objid = ${second}::int::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
}

/** Does it again and again, with the same pause after each. */
function startWatch(look: () => Promise<void>, pauseMs: number): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let looking = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => {
      looking = look().then(() => void (!isStopped && next()));
    }, pauseMs);
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
