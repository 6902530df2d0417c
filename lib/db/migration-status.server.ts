import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

export type MigrationStatus = {
  /** Migrations not yet applied. */
  pending: string[];
  /** Applied by a newer version; this one runs with what they added. */
  ahead: string[];
  /** Applied by a newer version, and this one can't run with them. */
  tooNew: string[];
  /** Migrations edited after they were applied. */
  edited: string[];
};

/**
 * A migration that takes away what versions before used says so in its name: `<its time>_contract_<time>_<name>`. Versions that
 * don't have the migration of the second time can't run with it.
 */
const contractName = /^\d{14}_contract_(?<oldest>\d{14})_/;

/** The time of the newest migration that a version must have to run with this one; null where any can. */
export const findOldestFor = (name: string): string | null => contractName.exec(name)?.groups?.oldest ?? null;

export const defaultMigrationsDir = path.resolve(process.cwd(), "prisma/migrations");

/** Compares the database's history with the scripts, without changes. */
export async function getMigrationStatus(
  url: string,
  migrationsDir = defaultMigrationsDir,
): Promise<MigrationStatus> {
  const client = new pg.Client({ connectionString: url, application_name: "reverie-migrate" });
  await client.connect();
  try {
    return await compareHistory(client, migrationsDir);
  } finally {
    await client.end();
  }
}

/** Compares checksums as Prisma does. Its engine would take half a second to load at every start. */
export async function compareHistory(client: pg.Client, migrationsDir: string): Promise<MigrationStatus> {
  const { migrationDirectories } = await readMigrations(migrationsDir);
  const { rows } = (await hasHistory(client))
    ? await client.query<{ name: string; checksum: string }>(
        `SELECT "migration_name" AS name, checksum FROM "_prisma_migrations"
         WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL ORDER BY name`,
      )
    : { rows: [] };
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const scripts = new Map(
    migrationDirectories.map(({ path: name, migrationFile }) => [name, migrationFile.content.value]),
  );
  const pending = [...scripts.keys()].filter((name) => !applied.has(name));
  const unknown = [...applied.keys()].filter((name) => !scripts.has(name));
  const newest = [...scripts.keys()].at(-1) ?? "";
  // A newer version has all that this one has. Where something is pending too, the two have no common history.
  const fits = (name: string) => pending.length === 0 && (findOldestFor(name) ?? "") <= newest;
  return {
    pending,
    ahead: unknown.filter(fits),
    tooNew: unknown.filter((name) => !fits(name)),
    edited: [...scripts]
      .filter(([name, script]) => applied.has(name) && !hasChecksum(script, applied.get(name)))
      .map(([name]) => name),
  };
}

/** Line ends may differ: a checkout on Windows has its own. */
function hasChecksum(script: string, checksum: string | undefined): boolean {
  const lines = script.replaceAll("\r\n", "\n");
  return [script, lines, lines.replaceAll("\n", "\r\n")].some(
    (text) => createHash("sha256").update(text).digest("hex") === checksum,
  );
}

export async function hasHistory(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS found`,
  );
  return rows[0]!.found;
}

/** Reads a folder of migrations in Prisma's layout, oldest first. Throws where a script can't be read. */
export async function readMigrations(baseDir: string): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(path.join(baseDir, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(path.join(baseDir, name, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}
