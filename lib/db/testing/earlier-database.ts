import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrateDatabase } from "../migrate.server";
import { defaultMigrationsDir } from "../migration-status.server";
import { createEmptyTestDatabase } from "../test-database.server";

/** An empty database as it was before a migration, for tests of what that migration changes. */
export async function createDatabaseBefore(migration: string) {
  const names = (await readdir(defaultMigrationsDir)).toSorted();
  const first = names.indexOf(migration);
  if (first < 0) throw new Error(`There is no migration ${migration}.`);
  const { url, drop } = await createEmptyTestDatabase();
  const earlier = await mkdtemp(path.join(tmpdir(), "reverie-migrations-"));
  for (const name of [...names.slice(0, first), "migration_lock.toml"]) {
    await cp(path.join(defaultMigrationsDir, name), path.join(earlier, name), { recursive: true });
  }
  await migrateDatabase(url, earlier);
  await rm(earlier, { recursive: true });
  /** Applies that migration and all after it. */
  const migrate = () => migrateDatabase(url);
  return { url, migrate, drop };
}
