import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { advanceGenerationJob } from "@/lib/generations/record/advance-job";
import { openJobQueue } from "@/lib/jobs/job-queue.server";
import { isProcessAlive } from "./embedded/postmaster-file.server";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.server";
import { migrateDatabase } from "./migrate.server";

let folder: string;
let running: EmbeddedPostgres | undefined;
/** A folder in which a database was created. */
let created: string;

async function makeFolder(): Promise<string> {
  folder = await mkdtemp(path.join(tmpdir(), "reverie-postgres-"));
  await chmod(folder, 0o711);
  return folder;
}

beforeAll(async () => {
  created = await makeFolder();
  await (await start()).stop();
  running = undefined;
});
afterAll(() => rm(created, { recursive: true, force: true }));
beforeEach(makeFolder);

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

const clusterDir = () => path.join(folder, "postgres");
const passwordFile = () => path.join(folder, "postgres-password");

async function start(durability: "durable" | "scratch" = "scratch"): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({
    clusterDir: clusterDir(),
    passwordFile: passwordFile(),
    logFile: path.join(folder, "logs/postgres.log"),
    durability,
  });
  return running;
}

/** Starts a database that was created before. Creating one takes a second. */
async function startCreated(durability?: "durable"): Promise<EmbeddedPostgres> {
  await cp(created, folder, { recursive: true });
  return start(durability);
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe("startEmbeddedPostgres", () => {
  it("creates the database in UTF-8 behind a password, and finds its data again after a stop", async () => {
    const first = await start();
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600);
    const wrong = new URL(first.url);
    wrong.password = "wrong";
    await expect(query(wrong.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
    await query(first.url, "CREATE TABLE kept AS SELECT '音乐' AS word");
    expect(await query(first.url, "SHOW server_encoding")).toEqual([{ server_encoding: "UTF8" }]);
    await first.stop();
    expect(isProcessAlive(first.pid)).toBe(false);

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, "SELECT word FROM kept")).toEqual([{ word: "音乐" }]);
  });

  it("adopts a server that a killed launcher left running", async () => {
    const first = await startCreated();
    const second = await start();
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url });
    await second.stop();
    await first.ended;
  });

  it("recovers committed rows after kill -9", async () => {
    const first = await startCreated("durable");
    await query(first.url, "CREATE TABLE kept AS SELECT 1 AS number; INSERT INTO kept VALUES (2)");
    process.kill(first.pid, "SIGKILL");
    await first.ended;
    const second = await start("durable");
    expect(await query(second.url, "SELECT number FROM kept ORDER BY number")).toEqual([
      { number: 1 },
      { number: 2 },
    ]);
  });

  it("does not wait for a session that hangs longer than it may, and keeps committed rows", async () => {
    const first = await startCreated("durable");
    await query(first.url, "CREATE TABLE kept (value int); INSERT INTO kept VALUES (42)");
    const hanging = new pg.Client({ connectionString: first.url });
    hanging.on("error", () => {}); // The server ends the session.
    await hanging.connect();
    const { rows } = await hanging.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    process.kill(rows[0]!.pid, "SIGSTOP");
    try {
      await first.stop(100);
    } finally {
      process.kill(rows[0]!.pid, "SIGCONT");
    }
    await expect.poll(() => isProcessAlive(first.pid)).toBe(false);
    const second = await start("durable");
    expect(await query(second.url, "SELECT value FROM kept")).toEqual([{ value: 42 }]);
    await hanging.end().catch(() => {}); // Its connection is gone.
  });

  it("starts although the process id in postmaster.pid now belongs to another program", async () => {
    const first = await startCreated();
    const file = path.join(clusterDir(), "postmaster.pid");
    const text = await readFile(file, "utf8");
    await first.stop();
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    expect((await start()).adopted).toBe(false);
  });

  it("sets a new password when its file was lost", async () => {
    const first = await startCreated();
    await query(first.url, "CREATE TABLE kept AS SELECT 1 AS number");
    await first.stop();
    await rm(passwordFile());
    const second = await start();
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password);
    expect(await query(second.url, "SELECT number FROM kept")).toEqual([{ number: 1 }]);
  });

  it("recreates a folder whose creation was interrupted", async () => {
    await mkdir(`${clusterDir()}.new`);
    await writeFile(path.join(`${clusterDir()}.new`, "PG_VERSION"), "18\n");
    await start();
    expect(existsSync(`${clusterDir()}.new`)).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)("runs as root below a folder that others may not enter", async () => {
    await chmod(folder, 0o700);
    const closed = await start();
    await query(closed.url, "CREATE TABLE kept AS SELECT 1 AS number");
    await closed.stop();
    await chmod(folder, 0o711);
    expect(await query((await start()).url, "SELECT number FROM kept")).toEqual([{ number: 1 }]);
  });
});

describe("the studio's role", () => {
  it("owns its database and is no superuser", async () => {
    const { url } = await startCreated();
    expect(
      await query(url, "SELECT current_user AS name, rolsuper FROM pg_roles WHERE rolname = current_user"),
    ).toEqual([{ name: "reverie_studio", rolsuper: false }]);
    await query(url, "CREATE EXTENSION pg_trgm; CREATE SCHEMA own; CREATE TABLE own.things (id serial)");
    for (const statement of [
      "COPY (SELECT 1) TO PROGRAM 'true'",
      "SELECT pg_read_file('/etc/hostname')",
      "CREATE ROLE another",
      "ALTER ROLE reverie_studio SUPERUSER",
    ])
      await expect(query(url, statement), statement).rejects.toMatchObject({ code: "42501" });
  });

  it("takes over what an earlier version created as the superuser", async () => {
    const before = await startCreated();
    const asAdmin = new URL(before.adminUrl);
    asAdmin.pathname = new URL(before.url).pathname;
    await query(before.adminUrl, "ALTER DATABASE reverie OWNER TO reverie");
    await migrateDatabase(asAdmin.href);
    const queue = await openJobQueue({
      databaseUrl: asAdmin.href,
      role: "sender",
      jobs: [advanceGenerationJob],
    });
    await queue.stop();
    await query(
      asAdmin.href,
      `CREATE TYPE mood AS ENUM ('calm'); CREATE SEQUENCE "Numbers"; CREATE VIEW "People" AS SELECT * FROM "User";
       CREATE TABLE "Kept ""so""" (id serial PRIMARY KEY, mood mood); INSERT INTO "Kept ""so""" VALUES (1, 'calm');
       DROP ROLE reverie_studio`,
    );
    await before.stop();

    const { url } = await start();
    const ownedBySuperuser = `
      SELECT relname AS name FROM pg_class WHERE relowner = 'reverie'::regrole AND relnamespace IN (SELECT oid FROM space)
      UNION ALL SELECT proname FROM pg_proc routine WHERE proowner = 'reverie'::regrole
        AND pronamespace IN (SELECT oid FROM space)
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = routine.oid AND deptype = 'e')
      UNION ALL SELECT nspname FROM space WHERE nspowner = 'reverie'::regrole`;
    const space = "SELECT * FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'";
    expect(await query(url, `WITH space AS (${space}) ${ownedBySuperuser}`)).toEqual([]);
    expect(await query(url, `SELECT id, mood FROM "Kept ""so"""`)).toEqual([{ id: 1, mood: "calm" }]);
    // Migrations change what exists.
    await query(
      url,
      `ALTER TABLE "Kept ""so""" ADD COLUMN more text; ALTER TYPE mood ADD VALUE 'merry'; DROP VIEW "People";
       ALTER TABLE "Generation" ADD COLUMN more text; CREATE OR REPLACE FUNCTION reverie_refuse_audit_change()
       RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; ALTER TABLE pgboss.job ADD COLUMN more text`,
    );
    await query(url, `SELECT nextval('"Numbers"')`);
    expect(await migrateDatabase(url)).toEqual([]);
  });
});

describe("a folder that cannot be used", () => {
  it("of another major version is reported with a solution", async () => {
    await mkdir(clusterDir());
    await writeFile(path.join(clusterDir(), "PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow(/created by PostgreSQL 17.*pg_dump/s);
  });

  it("without PG_VERSION is not changed", async () => {
    await mkdir(clusterDir());
    await writeFile(path.join(clusterDir(), "notes.txt"), "mine");
    await expect(start()).rejects.toThrow(/not a PostgreSQL data folder/);
    expect(await readFile(path.join(clusterDir(), "notes.txt"), "utf8")).toBe("mine");
  });

  it("with a missing file fails with PostgreSQL's message", async () => {
    await (await startCreated()).stop();
    await rename(path.join(clusterDir(), "global"), path.join(clusterDir(), "global.gone"));
    await expect(start()).rejects.toThrow(/failed to start[\s\S]*global[\s\S]*backup/);
  });
});
