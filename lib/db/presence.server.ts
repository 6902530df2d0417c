import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { getLogger } from "@/lib/errors/logger.server";
import type { Queryable } from "./database.server";
import { lostLinkOptions } from "./lost-links";
import { watchClient } from "./watch-client.server";

export interface Presence {
  /** Releases the lock. Never throws. */
  end(): Promise<void>;
}

/** The longest pause between two tries to connect again. */
const longestPauseMs = 2_000;

/** What a process holds in a database, all on one connection. */
interface Holder {
  databaseUrl: string;
  /** How many locks are held or asked for; the connection closes with the last. */
  users: number;
  names: Set<string>;
  /** Names whose lock went with a connection, until they are locked again. */
  lost: Set<string>;
  session: { client: Client; ready: Promise<unknown> } | null;
  isRetaking: boolean;
}

// Shared across the bundles of routes and reloads in development, so that a process has one.
const globalForPresence = globalThis as { reveriePresenceHolders?: Map<string, Holder> };
const holders = (globalForPresence.reveriePresenceHolders ??= new Map<string, Holder>());

/**
 * Announces that this process is working on something, by a lock of a database session. The lock ends with the
 * process however that ends, so even a kill -9 is noticed without a timeout. Where only the connection is lost, it is taken
 * again. A process needs one connection for any number of locks.
 *
 * @param name of the work, for example `cover-analysis:` and an ID
 */
export async function announcePresence(databaseUrl: string, name: string): Promise<Presence> {
  const holder = join(databaseUrl);
  try {
    const client = await connect(holder);
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
  } catch (error) {
    await leave(holder);
    throw error;
  }
  return openPresence(holder, name);
}

/** Announces it unless another process has; null where one has, or is checking at this moment. */
export async function tryAnnouncePresence(databaseUrl: string, name: string): Promise<Presence | null> {
  const holder = join(databaseUrl);
  let isMine = false;
  try {
    isMine = await tryLock(await connect(holder), name);
  } finally {
    if (!isMine) await leave(holder);
  }
  return isMine ? openPresence(holder, name) : null;
}

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine",
    [name],
  );
  return rows[0]?.mine === true;
}

function openPresence(holder: Holder, name: string): Presence {
  holder.names.add(name);
  return {
    async end() {
      holder.names.delete(name);
      await holder.session?.client
        .query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name])
        .catch((reason: unknown) => getLogger().debug({ err: reason }, "The lock went with its connection"));
      await leave(holder);
    },
  };
}

function join(databaseUrl: string): Holder {
  let holder = holders.get(databaseUrl);
  if (!holder) {
    const none = { names: new Set<string>(), lost: new Set<string>(), session: null, isRetaking: false };
    holder = { databaseUrl, users: 0, ...none };
    holders.set(databaseUrl, holder);
  }
  holder.users += 1;
  return holder;
}

async function leave(holder: Holder): Promise<void> {
  holder.users -= 1;
  if (holder.users === 0) await close(holder);
}

async function close(holder: Holder): Promise<void> {
  if (holders.get(holder.databaseUrl) === holder) holders.delete(holder.databaseUrl);
  const { session } = holder;
  holder.session = null;
  await session?.client
    .end()
    .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
}

async function connect(holder: Holder): Promise<Client> {
  holder.session ??= openSession(holder);
  const { client, ready } = holder.session;
  await ready;
  return client;
}

function openSession(holder: Holder): NonNullable<Holder["session"]> {
  const client = new Client({
    ...lostLinkOptions,
    connectionString: holder.databaseUrl,
    application_name: "reverie-presence",
  });
  const session = { client, ready: client.connect().then(() => watchClient(client)) };
  const lose = (error: unknown) => {
    if (holder.session !== session) return;
    holder.session = null;
    for (const name of holder.names) holder.lost.add(name);
    getLogger().warn({ err: error }, "Presences were interrupted");
    void retake(holder);
  };
  client.on("error", lose);
  session.ready.catch(lose);
  return session;
}

/** Takes lost locks again, also from a session of this process that the database doesn't know to be over yet. */
async function retake(holder: Holder): Promise<void> {
  if (holder.isRetaking) return;
  holder.isRetaking = true;
  for (let pauseMs = 50; holder.lost.size > 0; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      const client = await connect(holder);
      for (const name of holder.lost) {
        if (!holder.names.has(name) || (await tryLock(client, name))) holder.lost.delete(name);
      }
    } catch (error) {
      getLogger().debug({ err: error }, "Presences can't be announced again yet");
    }
    if (holder.lost.size > 0) await sleep(pauseMs, undefined, { ref: false });
  }
  holder.isRetaking = false;
  if (holder.users === 0) await close(holder);
}

/** Whether a living process is working on it. Needs a transaction, because it takes the lock for a moment. */
export async function isPresent(transaction: Queryable, name: string): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "free"`;
  return row?.free !== true;
}

/** Whether the database started a moment ago, so that processes may not have taken their locks again. */
export async function hasJustStarted(transaction: Queryable): Promise<boolean> {
  const [row] = await transaction.$queryRaw<[{ young: boolean }]>`
    SELECT clock_timestamp() < pg_postmaster_start_time() + interval '10 s' AS "young"`;
  return row.young;
}
