import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import {
  compareHistory,
  defaultMigrationsDir,
  hasHistory,
  type MigrationStatus,
  readMigrations,
} from "./migration-status.server";
import { noFilters, withSchemaEngine } from "./schema-engine.server";

/** An arbitrary number, unique among the studio's locks: "reverie" on a telephone keypad. */
const migrationLockKey = 7_383_743;

const lockTimeoutMs = 120_000;

/** A migration that can't be applied; the message is for the person who runs the studio. */
export class MigrationError extends Error {
  readonly reason: "edited" | "newer" | "failed" | "busy";
  constructor(reason: MigrationError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "MigrationError";
    this.reason = reason;
  }
}

/**
 * Migrates the database at `url` and returns the names of the migrations it applied.
 *
 * Safe to call from several processes at once: an advisory lock serialises them. Each migration is one
 * transaction, so a failed one leaves nothing behind and is tried again by the next call. Leaves a database alone that a
 * newer version only added to. @throws MigrationError where the history was edited, a newer version took away what
 * this one needs, a migration fails or the lock isn't free within two minutes
 */
export async function migrateDatabase(url: string, migrationsDir = defaultMigrationsDir): Promise<string[]> {
  const lockHolder = new pg.Client({ connectionString: url, application_name: "reverie-migrate" });
  await lockHolder.connect();
  try {
    await acquireLock(lockHolder);
    await markUnfinished(lockHolder);
    const status = await compareHistory(lockHolder, migrationsDir);
    assertHistoryFits(status);
    return status.pending.length === 0 ? [] : await applyPending(url, migrationsDir);
  } finally {
    // Ending the session releases the lock.
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
 * Marks unfinished migrations, left by a killed process or a failed script, as not applied. Their transaction
 * was rolled back (see `schema-engine.server.ts`).
 */
async function markUnfinished(client: pg.Client): Promise<void> {
  if (!(await hasHistory(client))) return;
  await client.query(
    `UPDATE "_prisma_migrations" SET "rolled_back_at" = now() WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL`,
  );
}

function assertHistoryFits({ edited, tooNew }: MigrationStatus): void {
  if (tooNew.length > 0) {
    throw new MigrationError(
      "newer",
      `A newer version of Reverie changed the database so that this one can't use it (${tooNew.join(", ")}). ` +
        "Update Reverie, or restore the backup made before the update.",
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
    const message = error instanceof Error ? error.message : String(error);
    throw new MigrationError("failed", `A migration failed; nothing was changed. ${message}`, error);
  }
}
