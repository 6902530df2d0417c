import pg from "pg";
import { removalLock } from "./remove-unused-files.server";

/** Runs while no file of the studio is removed. A removal in progress ends first; later ones wait for the next cleaning. */
export async function withoutRemovals<Result>(
  databaseUrl: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // If the database goes away, so do the lock and what `run` reads.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [removalLock]);
    return await run();
  } finally {
    await client.end();
  }
}
