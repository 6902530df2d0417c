import pg from "pg";

/** Each digest is locked until its statement ends, and PostgreSQL has room for some thousand locks. */
const batchSize = 500;

/**
 * Runs while the bytes of these digests, and the assets that have them, are not removed, for a day at most. Waits for
 * removals of them that are in progress. All other files are removed as usual.
 */
export async function whileHeld<Result>(
  databaseUrl: string,
  sha256s: readonly string[],
  run: () => Promise<Result>,
): Promise<Result> {
  const ids: string[] = [];
  const release = () =>
    query(databaseUrl, async (client) => {
      await client.query(`DELETE FROM "BlobCheck" WHERE "id" = ANY ($1::uuid[])`, [ids]);
    });
  try {
    await query(databaseUrl, async (client) => {
      for (let start = 0; start < sha256s.length; start += batchSize) {
        const { rows } = await client.query<{ id: string }>(
          `WITH turns AS MATERIALIZED (
             SELECT digest, pg_advisory_xact_lock_shared(hashtextextended('blob ' || digest, 0))
             FROM (SELECT DISTINCT unnest($1::text[]) AS digest ORDER BY 1) digests
           )
           INSERT INTO "BlobCheck" ("id", "sha256", "dueAt")
           SELECT gen_random_uuid(), digest, now() + interval '1 day' FROM turns RETURNING "id"`,
          [sha256s.slice(start, start + batchSize)],
        );
        ids.push(...rows.map(({ id }) => id));
      }
    });
    return await run();
  } finally {
    await release();
  }
}

/** With a connection that is open no longer than needed: what is held may be read for hours. */
async function query(databaseUrl: string, run: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // If the database goes away, so does what `run` asks.
  client.on("error", () => {});
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
