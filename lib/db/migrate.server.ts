import path from "node:path";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { noFilters, readMigrations, withSchemaEngine } from "./schema-engine.server";

/** Any fixed number that nothing else in the studio locks on: "reverie" as letters on a telephone. */
const migrationLockKey = 7_383_743;

const lockTimeoutMs = 120_000;

/** A migration that cannot be applied, told in words for the person who runs the studio. */
export class MigrationError extends Error {
  readonly reason: "edited" | "newer" | "failed" | "busy";
  constructor(reason: MigrationError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "MigrationError";
    this.reason = reason;
  }
}

export type MigrationStatus = {
  /** Migrations of this code that the database does not have yet. */
  pending: string[];
  /** Migrations that the database has and this code does not know. */
  unknown: string[];
  /** Migrations whose script was changed after it was applied. */
  edited: string[];
};

export const defaultMigrationsDir = path.resolve(process.cwd(), "prisma/migrations");

/** Compares the history of the database with the scripts; changes nothing. */
export async function getMigrationStatus(
  url: string,
  migrationsDir = defaultMigrationsDir,
): Promise<MigrationStatus> {
  const migrationsList = await readMigrations(migrationsDir);
  return withSchemaEngine(url, async (engine) => {
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: noFilters,
    });
    const { history } = diagnosis;
    const all = migrationsList.migrationDirectories.map((directory) => directory.path);
    return {
      pending: diagnosis.hasMigrationsTable
        ? history && "unappliedMigrationNames" in history
          ? history.unappliedMigrationNames
          : []
        : all,
      unknown: history && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : [],
      edited: diagnosis.editedMigrationNames,
    };
  });
}

/**
 * Brings the database at `url` to the schema of this code and answers the names of the migrations it applied.
 *
 * Several processes may call it at once: an advisory lock lets one work while the others wait and then find nothing to do.
 * Each migration is one transaction, so one that fails leaves nothing behind and is tried again by the next call.
 * @throws MigrationError when the history was edited, the database is newer than the code, a migration fails or the lock
 * is not free within two minutes.
 */
export async function migrateDatabase(url: string, migrationsDir = defaultMigrationsDir): Promise<string[]> {
  const lockHolder = new pg.Client({ connectionString: url, application_name: "reverie-migrate" });
  await lockHolder.connect();
  try {
    await acquireLock(lockHolder);
    await forgetUnfinished(lockHolder);
    const status = await getMigrationStatus(url, migrationsDir);
    assertHistoryFits(status);
    return status.pending.length === 0 ? [] : await applyPending(url, migrationsDir);
  } finally {
    // Ending the session gives the lock back.
    await lockHolder.end();
  }
}

async function acquireLock(client: pg.Client): Promise<void> {
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLockKey]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "55P03") throw error;
    throw new MigrationError(
      "busy",
      `Another process has been migrating this database for ${lockTimeoutMs / 1000} seconds. Stop it, then start again.`,
      error,
    );
  }
}

/**
 * A row without an end is the trace of a process that died or a script that failed. Its transaction is gone (see
 * `schema-engine.server.ts`), so the migration counts as not applied.
 */
async function forgetUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) return;
  await client.query(
    `UPDATE "_prisma_migrations" SET "rolled_back_at" = now() WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL`,
  );
}

function assertHistoryFits({ edited, unknown }: MigrationStatus): void {
  if (unknown.length > 0) {
    throw new MigrationError(
      "newer",
      `The database contains unknown migrations (${unknown.join(", ")}): it was used by a newer version of ` +
        "Reverie. Update Reverie, or restore the backup made before the update.",
    );
  }
  if (edited.length > 0) {
    throw new MigrationError(
      "edited",
      `Migrations were edited after they were applied to this database (${edited.join(", ")}). Restore the ` +
        "scripts from version control, and put the change into a new migration.",
    );
  }
}

async function applyPending(url: string, migrationsDir: string): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsDir);
  try {
    const apply = (engine: SchemaEngine) => engine.applyMigrations({ migrationsList, filters: noFilters });
    return (await withSchemaEngine(url, apply, { migrations: migrationsList })).appliedMigrationNames;
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    throw new MigrationError("failed", `A migration failed; nothing was changed. ${told}`, error);
  }
}
