import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { JobQueue } from "@/lib/jobs/job-queue.server";
import type { LiveHub } from "@/lib/live/live-hub.server";
import { type Database, createDatabase } from "./database.server";
import { releaseClock } from "./sync-clock.server";

export type TestDatabase = {
  /** For processes that the test starts, such as a worker. */
  url: string;
  database: Database;
  /** Closes `database` and what routes opened for this process, ends every other session and removes the database. */
  drop(): Promise<void>;
};

/**
 * A fresh migrated database for one test file: a clone of the template that the run migrated once (some 20 ms).
 *
 * @param templateUrl - of `startTestPostgres`; that of the test run where none is given
 */
export async function createTestDatabase(templateUrl = inject("templateDatabaseUrl")): Promise<TestDatabase> {
  const template = new URL(templateUrl);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Copying the files takes a quarter of the time of the default, which writes every page to the log.
  const copy = `TEMPLATE "${template.pathname.slice(1)}" STRATEGY FILE_COPY`;
  await runAsAdmin(template, `CREATE DATABASE "${name}" ${copy}`);
  const url = withDatabase(template, name);
  const database = createDatabase(url, { maxConnections: 10 });
  return {
    url,
    database,
    async drop() {
      await Promise.all([database.$disconnect(), closeProcessConnections()]);
      await runAsAdmin(template, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    },
  };
}

/** Closes what the studio opens once per process and keeps on `globalThis`. */
async function closeProcessConnections(): Promise<void> {
  const { reverieJobs, reverieLive, reverieDatabase, reverieCallbackDatabase, reverieFeedDatabase } =
    globalThis as {
      reverieJobs?: Promise<JobQueue>;
      reverieLive?: Promise<LiveHub>;
      reverieDatabase?: Database;
      reverieCallbackDatabase?: Database;
      reverieFeedDatabase?: Database;
    };
  await releaseClock();
  await (await reverieJobs)?.stop();
  await (await reverieLive)?.close();
  await reverieDatabase?.$disconnect();
  await reverieCallbackDatabase?.$disconnect();
  await reverieFeedDatabase?.$disconnect();
}

/** An empty database for tests of migrations, on the server of a template database. */
export async function createEmptyTestDatabase(
  templateUrl = inject("templateDatabaseUrl"),
): Promise<Pick<TestDatabase, "url" | "drop">> {
  const template = new URL(templateUrl);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runAsAdmin(template, `CREATE DATABASE "${name}"`);
  return {
    url: withDatabase(template, name),
    drop: () => runAsAdmin(template, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

function withDatabase(address: URL, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

async function runAsAdmin(address: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(address, "postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
