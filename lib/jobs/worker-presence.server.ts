import { hostname } from "node:os";
import { Client } from "pg";
import type { Database } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";

/** First key of every worker's advisory lock; the second is its row's `lockKey`. */
const lockClass = 7_483_201;

export interface WorkerPresence {
  id: string;
  /** Whether a worker of this id lives, by what was known at the last `refresh`. */
  isAlive(workerId: string): boolean;
  refresh(): Promise<void>;
  /** Called for every change of a generation, also those of other processes. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Announces a worker. It lives for others as long as its database session holds an advisory lock: the lock goes with
 * the process, however that ends, so a kill -9 is seen at once and no heartbeat is needed.
 */
export async function announceWorker(options: {
  database: Database;
  databaseUrl: string;
  channel: string;
}): Promise<WorkerPresence> {
  const { database } = options;
  const { id, lockKey } = await database.worker.create({
    data: { id: crypto.randomUUID(), host: hostname(), pid: process.pid },
  });
  const listeners = new Set<() => void>();
  let alive = new Set<string>([id]);
  let closed = false;
  let client: Client;

  async function connect(): Promise<void> {
    client = new Client({
      connectionString: options.databaseUrl,
      application_name: "reverie-worker-presence",
      keepAlive: true,
    });
    client.on("error", (error) => getLogger().warn({ err: error }, "The worker's presence was interrupted"));
    client.on("end", () => {
      if (!closed) void reconnect();
    });
    client.on("notification", () => listeners.forEach((listener) => listener()));
    await client.connect();
    await client.query("SELECT pg_advisory_lock($1, $2)", [lockClass, lockKey]);
    await client.query(`LISTEN ${options.channel}`);
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = 100; !closed; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        await connect();
        listeners.forEach((listener) => listener());
        return;
      } catch (error) {
        getLogger().warn({ err: error }, "The worker cannot reach the database");
        client.removeAllListeners("end");
        await client
          .end()
          .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
      }
    }
  }

  await connect();
  return {
    id,
    isAlive: (workerId) => alive.has(workerId),
    async refresh() {
      const rows = await database.$queryRaw<{ id: string }[]>`
        SELECT worker."id" FROM "Worker" worker
        JOIN pg_locks held ON held.locktype = 'advisory' AND held.classid = ${lockClass}::oid
          AND held.objid = worker."lockKey"::oid AND held.granted
          AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      alive = new Set([id, ...rows.map((row) => row.id)]);
      await database.worker.deleteMany({
        where: { id: { notIn: [...alive] }, startedAt: { lt: new Date(Date.now() - 60_000) } },
      });
    },
    onChange: (listener) => void listeners.add(listener),
    async close() {
      closed = true;
      await client.end();
      await database.worker.deleteMany({ where: { id } });
    },
  };
}
