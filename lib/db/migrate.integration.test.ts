import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MigrationError, migrateDatabase } from "./migrate.server";
import { defaultMigrationsDir, getMigrationStatus } from "./migration-status.server";
import { describeSchemaDifference } from "./schema-engine.server";
import { createEmptyTestDatabase } from "./test-database.server";

let target: Awaited<ReturnType<typeof createEmptyTestDatabase>>;
let migrationsDir: string;

beforeEach(async () => {
  target = await createEmptyTestDatabase();
  migrationsDir = await mkdtemp(path.join(tmpdir(), "reverie-migrations-"));
  await cp(
    path.join(defaultMigrationsDir, "migration_lock.toml"),
    path.join(migrationsDir, "migration_lock.toml"),
  );
  await writeMigration("20260101000000_first", `CREATE TABLE "Song" (id int PRIMARY KEY);`);
});

afterEach(async () => {
  await target.drop();
  await rm(migrationsDir, { recursive: true, force: true });
});

async function writeMigration(name: string, script: string): Promise<void> {
  await mkdir(path.join(migrationsDir, name), { recursive: true });
  await writeFile(path.join(migrationsDir, name, "migration.sql"), script);
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function expectMigrationError(reason: MigrationError["reason"]): Promise<MigrationError> {
  const error: unknown = await migrateDatabase(target.url, migrationsDir).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MigrationError);
  expect(error).toMatchObject({ reason });
  return error as MigrationError;
}

describe("migrateDatabase", () => {
  it("applies pending migrations once, in order", async () => {
    await writeMigration("20260102000000_second", `ALTER TABLE "Song" ADD COLUMN title text;`);
    expect(await getMigrationStatus(target.url, migrationsDir)).toEqual({
      pending: ["20260101000000_first", "20260102000000_second"],
      ahead: [],
      tooNew: [],
      edited: [],
    });
    expect(await migrateDatabase(target.url, migrationsDir)).toEqual([
      "20260101000000_first",
      "20260102000000_second",
    ]);
    expect(await migrateDatabase(target.url, migrationsDir)).toEqual([]);
    expect(await query(`SELECT title FROM "Song"`)).toEqual([]);
  });

  it("lets one process migrate while the others wait", async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(target.url, migrationsDir)));
    expect(applied.flat()).toEqual(["20260101000000_first"]);
    expect(await query(`SELECT migration_name FROM "_prisma_migrations"`)).toHaveLength(1);
  });

  it("migrates after its modules were evaluated again", async () => {
    await migrateDatabase(target.url);
    vi.resetModules();
    const again = await import("./migrate.server");
    const other = await createEmptyTestDatabase();
    await expect(again.migrateDatabase(other.url)).resolves.not.toEqual([]);
    await other.drop();
  });

  it("keeps semicolons inside function bodies together", async () => {
    await writeMigration(
      "20260102000000_function",
      `CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;`,
    );
    await migrateDatabase(target.url, migrationsDir);
    expect(await query("SELECT two() AS two")).toEqual([{ two: 2 }]);
  });

  it("rolls back a failed migration, and applies it once it is fixed", async () => {
    await writeMigration("20260102000000_bad", `CREATE TABLE "Half" (id int); SELECT 1/0;`);
    const error = await expectMigrationError("failed");
    expect(error.message).toContain("20260102000000_bad");
    expect(error.message).toContain("division by zero");
    expect(await query(`SELECT to_regclass('"Half"') AS half, to_regclass('"Song"')::text AS song`)).toEqual([
      { half: null, song: '"Song"' },
    ]);

    await writeMigration("20260102000000_bad", `CREATE TABLE "Half" (id int);`);
    expect(await migrateDatabase(target.url, migrationsDir)).toEqual(["20260102000000_bad"]);
  });

  it("marks a migration as finished in the transaction that applies it", async () => {
    // The trigger stops the engine right after the script, like a crash.
    await writeMigration(
      "20260102000000_crash",
      `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'crash'; END $$;
       CREATE TRIGGER crash BEFORE UPDATE OF applied_steps_count ON "_prisma_migrations"
       FOR EACH ROW EXECUTE FUNCTION crash();`,
    );
    await expectMigrationError("failed");
    expect(await migrateDatabase(target.url, migrationsDir)).toEqual([]);
  });

  it("retries after a process died during a migration", async () => {
    await migrateDatabase(target.url, migrationsDir);
    const [first] = await query<{ checksum: string }>(`SELECT checksum FROM "_prisma_migrations"`);
    await writeMigration("20260102000000_second", `CREATE TABLE "Second" (id int);`);
    await query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, applied_steps_count)
       VALUES ('dead', '${first?.checksum}', '20260102000000_second', now(), 0)`,
    );
    expect(await migrateDatabase(target.url, migrationsDir)).toEqual(["20260102000000_second"]);
  });

  it("accepts a checkout with other line endings", async () => {
    const script = (end: string) => ['CREATE TABLE "Lines" (id int);', "SELECT 1;", ""].join(end);
    await writeMigration("20260102000000_lines", script("\n"));
    await migrateDatabase(target.url, migrationsDir);
    await writeMigration("20260102000000_lines", script("\r\n"));
    expect(await migrateDatabase(target.url, migrationsDir)).toEqual([]);
  });

  it("rejects an edited history", async () => {
    await migrateDatabase(target.url, migrationsDir);
    await writeMigration("20260101000000_first", `CREATE TABLE "Song" (id bigint PRIMARY KEY);`);
    const error = await expectMigrationError("edited");
    expect(error.message).toContain("20260101000000_first");
  });

  /** Migrates with these as a newer version would, which also has the first. */
  async function migrateAhead(names: readonly string[]): Promise<void> {
    for (const name of names) await writeMigration(name, `CREATE TABLE "T${name}" (id int);`);
    await migrateDatabase(target.url, migrationsDir);
    for (const name of names) await rm(path.join(migrationsDir, name), { recursive: true });
  }

  it("leaves a database alone that a newer version only added to", async () => {
    await migrateAhead(["20260102000000_newer", "20260103000000_contract_20260101000000_old"]);
    expect(await migrateDatabase(target.url, migrationsDir)).toEqual([]);
    expect(await getMigrationStatus(target.url, migrationsDir)).toMatchObject({
      ahead: ["20260102000000_newer", "20260103000000_contract_20260101000000_old"],
      tooNew: [],
    });
  });

  it("rejects a database from which a newer version took what this one needs", async () => {
    await migrateAhead(["20260102000000_newer", "20260103000000_contract_20260102000000_old"]);
    const error = await expectMigrationError("newer");
    expect(error.message).toContain("(20260103000000_contract_20260102000000_old)");
  });

  it("rejects a database of another history", async () => {
    await migrateAhead(["20260102000000_theirs"]);
    await writeMigration("20260103000000_ours", `CREATE TABLE "Ours" (id int);`);
    expect((await expectMigrationError("newer")).message).toContain("20260102000000_theirs");
  });
});

describe("the studio's own history", () => {
  it("creates a database with search and notifications", async () => {
    await migrateDatabase(target.url);
    expect(
      await query(`SELECT indexname FROM pg_indexes WHERE indexname = 'Generation_searchText_trgm'`),
    ).toHaveLength(1);
    expect(await query(`SELECT tgname FROM pg_trigger WHERE tgname = 'Generation_notify'`)).toHaveLength(1);
  });

  it("matches the Prisma schema", async () => {
    await migrateDatabase(target.url);
    expect(await describeSchemaDifference(target.url)).toBe("");
  });
});
