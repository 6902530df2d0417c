import { Client } from "pg";
import { getLogger } from "@/lib/errors/logger.server";
import type { Queryable } from "./database.server";

export interface Presence {
  /** The process does it no longer. It never throws. */
  end(): Promise<void>;
}

/** One connection for all that a process is at: each has a lock of its own in it. */
interface Session {
  client: Client;
  ready: Promise<unknown>;
  /** How many presences it stands for; it ends with the last. */
  held: number;
}

// Next bundles routes apart and reloads modules in development; the process must still have one.
const globalForPresence = globalThis as { reveriePresenceSessions?: Map<string, Session> };
const sessions = (globalForPresence.reveriePresenceSessions ??= new Map<string, Session>());

/**
 * Says that this process is at something, for as long as it lives: a lock of a database session, which goes with the
 * process however that ends. A kill -9 is seen by the next who looks, without a clock. However much a process is at, it
 * takes one connection.
 *
 * @param name of what is done, for example `cover-analysis:` and an id
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

/** The same where no other process is at it; null where one is, or looks at this moment whether one is. */
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
  const client = new Client({ connectionString: databaseUrl, application_name: "reverie-presence" });
  const session: Session = { client, ready: client.connect(), held: 1 };
  sessions.set(databaseUrl, session);
  // A database that restarts takes the locks along: what is done is written down all the same.
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

/** Whoever comes next opens another. */
function forgetSession(databaseUrl: string, session: Session): void {
  if (sessions.get(databaseUrl) === session) sessions.delete(databaseUrl);
}

/** Whether a process that lives is at it. Within a transaction, since it takes the lock for a moment. */
export async function isPresent(transaction: Queryable, name: string): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "free"`;
  return row?.free !== true;
}
