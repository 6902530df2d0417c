import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrateDatabase } from "@/lib/db/migrate.server";
import { defaultMigrationsDir, readMigrations } from "@/lib/db/migration-status.server";
import { BackupError, type Manifest } from "./backup-folder";
import { readTable } from "./read-table";

/** Bounds the memory and the size of a statement. */
const batchChars = 4_000_000;
const batchRows = 500;

/**
 * Restores the rows of a snapshot into an empty database: with the schema they were saved from, and then the migrations
 * that this version adds.
 *
 * @returns the names of the migrations that were added
 * @throws BackupError where the database is not empty, or the backup is of a newer version
 */
export async function restoreDatabase(
  url: string,
  {
    snapshot,
    manifest,
    migrationsDir = defaultMigrationsDir,
  }: {
    snapshot: string;
    manifest: Manifest;
    migrationsDir?: string;
  },
): Promise<string[]> {
  await requireKnownVersion(manifest, migrationsDir);
  await assertEmpty(url);
  const savedSchema = await mkdtemp(path.join(tmpdir(), "reverie-restore-"));
  try {
    // Not with their folders, which can't be removed again where those of a release are read-only.
    for (const name of manifest.migrations) await mkdir(path.join(savedSchema, name));
    const scripts = manifest.migrations.map((name) => path.join(name, "migration.sql"));
    for (const file of [...scripts, "migration_lock.toml"])
      await copyFile(path.join(migrationsDir, file), path.join(savedSchema, file));
    await migrateDatabase(url, savedSchema);
  } finally {
    await rm(savedSchema, { recursive: true });
  }
  await loadRows(url, snapshot, manifest);
  return migrateDatabase(url, migrationsDir);
}

/** Throws BackupError where the backup is of a newer version. */
export async function requireKnownVersion(
  manifest: Manifest,
  migrationsDir = defaultMigrationsDir,
): Promise<void> {
  const known = (await readMigrations(migrationsDir)).migrationDirectories.map(({ path: name }) => name);
  const unknown = manifest.migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new BackupError(
    `The backup is of a newer version of Reverie (${unknown.join(", ")}). Update Reverie, then restore.`,
  );
}

async function assertEmpty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LIMIT 1",
    );
    if (rows.length > 0) throw new BackupError("The database is not empty. Restore into an empty one.");
  } finally {
    await client.end();
  }
}

async function loadRows(url: string, snapshot: string, manifest: Manifest): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "reverie-restore" });
  await client.connect();
  try {
    await client.query("BEGIN");
    // Rows of one table refer to others, also of the same table. Adding the constraints again checks all rows.
    const constraints = await dropForeignKeys(client);
    for (const table of manifest.tables) {
      const name = pg.escapeIdentifier(table.name);
      await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
      // What the migrations inserted is in the backup, too.
      await client.query(`DELETE FROM ${name}`);
      for await (const lines of inBatches(readTable(snapshot, table))) await insert(client, table, lines);
      await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    }
    for (const { name, lastValue } of manifest.sequences) {
      await client.query("SELECT setval($1::regclass, $2::bigint)", [pg.escapeIdentifier(name), lastValue]);
    }
    for (const { table, name, definition } of constraints) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
    }
    await client.query("COMMIT");
    await client.query("ANALYZE");
  } finally {
    await client.end();
  }
}

interface ForeignKey {
  /** Quoted. */
  table: string;
  name: string;
  definition: string;
}

async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  }
  return rows;
}

async function insert(client: pg.Client, { name, columns }: Manifest["tables"][number], lines: string[]) {
  const table = pg.escapeIdentifier(name);
  const names = columns.map((column) => pg.escapeIdentifier(column));
  await client.query(
    `INSERT INTO ${table} (${names.join(", ")})
     SELECT ${names.map((column) => `(saved).${column}`).join(", ")}
     FROM (SELECT jsonb_populate_record(NULL::${table}, line::jsonb) AS saved FROM unnest($1::text[]) line) lines`,
    [lines],
  );
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let chars = 0;
  for await (const line of lines) {
    batch.push(line);
    chars += line.length;
    if (batch.length < batchRows && chars < batchChars) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}
