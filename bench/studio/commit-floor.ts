import pg from "pg";

/**
 * The least that a request can cost before it leaves: a bare script commits a row durably and notifies another session,
 * which commits a row durably.
 */
export interface CommitFloor {
  /** Milliseconds of one round. */
  measure: () => Promise<number>;
  close: () => Promise<void>;
}

const insert = "INSERT INTO bench_floor (note) VALUES (repeat('x', 1000)) RETURNING id";

export async function openCommitFloor(databaseUrl: string): Promise<CommitFloor> {
  const [first, second] = [databaseUrl, databaseUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([first.connect(), second.connect()]);
  await first.query("CREATE TABLE bench_floor (id bigserial PRIMARY KEY, note text)");
  await second.query("LISTEN bench_floor");
  return {
    async measure() {
      const startedAt = performance.now();
      const notified = new Promise((resolve) => second.once("notification", resolve));
      await Promise.all([
        first.query(`WITH made AS (${insert}) SELECT pg_notify('bench_floor', id::text) FROM made`),
        notified,
      ]);
      await second.query(insert);
      return performance.now() - startedAt;
    },
    async close() {
      await first.query("DROP TABLE bench_floor");
      await Promise.all([first.end(), second.end()]);
    },
  };
}
