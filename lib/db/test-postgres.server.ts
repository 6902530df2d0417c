import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { advanceGenerationJob } from "@/lib/generations/record/advance-job";
import { openJobQueue } from "@/lib/jobs/job-queue.server";
import { findPostmaster, isProcessAlive } from "./embedded/postmaster-file.server";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.server";
import { migrateDatabase } from "./migrate.server";

const folderPrefix = "reverie-test-postgres-";

interface TestPostgres {
  /** URL of a migrated database with its queues and without connections, which `createTestDatabase` clones. */
  templateUrl: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** Starts a temporary PostgreSQL and migrates its template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeAbandoned();
  const folder = await mkdtemp(path.join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const server = await startEmbeddedPostgres({
    clusterDir: path.join(folder, "data", "postgres"),
    passwordFile: path.join(folder, "postgres-password"),
    logFile: path.join(folder, "postgres.log"),
    durability: "scratch",
  });
  try {
    await allowDatabases(server);
    await migrateDatabase(server.url);
    await createQueues(server.url);
    await closeTemplate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    templateUrl: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tests run as the studio's own role, which here may clone databases. */
async function allowDatabases({ url, adminUrl }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`ALTER ROLE ${new URL(url).username} CREATEDB`);
  } finally {
    await client.end();
  }
}

/** Creates the schema of pg-boss, which takes longer than cloning a database. */
async function createQueues(databaseUrl: string): Promise<void> {
  const queue = await openJobQueue({ databaseUrl, role: "sender", jobs: [advanceGenerationJob] });
  await queue.stop();
}

/** PostgreSQL cannot clone a template with open connections. */
async function closeTemplate(url: string): Promise<void> {
  const admin = new URL(url);
  const templateName = admin.pathname.slice(1);
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    // Both sides hash the password at each connection, of which a run opens thousands.
    await client.query("SET scram_iterations = 1");
    await client.query(`ALTER ROLE ${admin.username} PASSWORD '${admin.password}'`);
    await client.query(`ALTER DATABASE "${templateName}" WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
      templateName,
    ]);
  } finally {
    await client.end();
  }
}

/** Ends the servers of killed runs, whose folders carry the id of the process that started them. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1];
    if (!owner || isProcessAlive(Number(owner))) continue;
    const folder = path.join(tmpdir(), name);
    const postmaster = await findPostmaster(path.join(folder, "data", "postgres"));
    if (postmaster && isProcessAlive(postmaster.pid)) process.kill(postmaster.pid, "SIGQUIT");
    await rm(folder, { recursive: true, force: true });
  }
}
