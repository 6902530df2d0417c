import { Client } from "pg";
import { getLogger } from "@/lib/errors/logger.server";
import type { Queryable } from "./database.server";
import { lostLinkOptions } from "./lost-links";
import { watchClient } from "./watch-client.server";

export interface Presence {
  /** Releases the lock. Never throws. */
  end(): Promise<void>;
}

/** One connection per process, which holds all its locks. */
interface Session {
  client: Client;
  ready: Promise<unknown>;
  /** Number of locks; the connection closes with the last. */
  held: number;
}

// Shared across the bundles of routes and reloads in development, so that a process has one.
const globalForPresence = globalThis as { reveriePresenceSessions?: Map<string, Session> };
const sessions = (globalForPresence.reveriePresenceSessions ??= new Map<string, Session>());

/**
 * Announces that this process is working on something, by a lock of a database session. The lock ends with the
 * process however that ends, so even a kill -9 is noticed without a timeout. A process needs one connection for
 * any number of locks.
 *
 * @param name of the work, for example `cover-analysis:` and an ID
 */
export async function announcePresence(databaseUrl: string, name: string): Promise<Presence> {
  const session = joinSession(databaseUrl);
  try {
    await session.ready;
    await session.client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
  } catch (error) {
    await leaveSession(databaseUrl, session);
    throw error;
  }
  return openPresence(databaseUrl, session, name);
}

/** Announces it unless another process has; null where one has, or is checking at this moment. */
export async function tryAnnouncePresence(databaseUrl: string, name: string): Promise<Presence | null> {
  const session = joinSession(databaseUrl);
  let isMine = false;
  try {
    await session.ready;
    const { rows } = await session.client.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine",
      [name],
    );
    isMine = rows[0]?.mine === true;
  } finally {
    if (!isMine) await leaveSession(databaseUrl, session);
  }
  return isMine ? openPresence(databaseUrl, session, name) : null;
}

function openPresence(databaseUrl: string, session: Session, name: string): Presence {
  return {
    async end() {
      await session.client
        .query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name])
        .catch((reason: unknown) => getLogger().debug({ err: reason }, "The lock went with its connection"));
      await leaveSession(databaseUrl, session);
    },
  };
}

function joinSession(databaseUrl: string): Session {
  const known = sessions.get(databaseUrl);
  if (known) {
    known.held += 1;
    return known;
  }
  const client = new Client({
    ...lostLinkOptions,
    connectionString: databaseUrl,
    application_name: "reverie-presence",
  });
  const ready = client.connect().then(() => watchClient(client));
  const session: Session = { client, ready, held: 1 };
  sessions.set(databaseUrl, session);
  // A restarting database drops the locks; the work itself is recorded elsewhere.
  client.on("error", (error) => {
    getLogger().warn({ err: error }, "Presences were interrupted");
    forgetSession(databaseUrl, session);
  });
  return session;
}

async function leaveSession(databaseUrl: string, session: Session): Promise<void> {
  session.held -= 1;
  if (session.held > 0) return;
  forgetSession(databaseUrl, session);
  await session.client
    .end()
    .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
}

/** The next caller opens a new one. */
function forgetSession(databaseUrl: string, session: Session): void {
  if (sessions.get(databaseUrl) === session) sessions.delete(databaseUrl);
}

/** Whether a living process is working on it. Needs a transaction, because it takes the lock for a moment. */
export async function isPresent(transaction: Queryable, name: string): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "free"`;
  return row?.free !== true;
}
