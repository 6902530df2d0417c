import { DatabaseError, type Client } from "pg";
import { getLogger } from "@/lib/errors/logger.server";

/** Lets PostgreSQL look for its client also while a statement waits, for example for a lock. */
export async function watchClient(client: Client): Promise<void> {
  try {
    await client.query("SET client_connection_check_interval = '5s'");
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "22023") throw error;
    // PostgreSQL can't on every platform, and refuses the value.
    getLogger().debug({ err: error }, "PostgreSQL can't look for its clients");
  }
}
