import { Client } from "pg";
import { getLogger } from "@/lib/errors/logger.server";
import type { Queryable } from "./database.server";

export interface Presence {
  /** The process does it no longer. It never throws. */
  end(): Promise<void>;
}

/**
 * Says that this process is at something, for as long as it lives: a lock of a database session, which goes with the
 * process however that ends. A kill -9 is seen by the next who looks, without a clock.
 *
 * @param name of what is done, for example `cover-analysis:` and an id
 */
export async function announcePresence(databaseUrl: string, name: string): Promise<Presence> {
  const client = new Client({ connectionString: databaseUrl, application_name: "reverie-presence" });
  // A database that restarts takes the lock along: what is done is written down all the same.
  client.on("error", (error) => getLogger().warn({ err: error, name }, "A presence was interrupted"));
  await client.connect();
  await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
  return {
    async end() {
      await client
        .end()
        .catch((reason: unknown) => getLogger().debug({ err: reason }, "Half-open connection closed"));
    },
  };
}

/** Whether a process that lives is at it. Within a transaction, since it takes the lock for a moment. */
export async function isPresent(transaction: Queryable, name: string): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "free"`;
  return row?.free !== true;
}
