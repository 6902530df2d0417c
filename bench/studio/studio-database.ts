import path from "node:path";
import { createDatabase, type Database } from "@/lib/db/database.server";
import { databaseName, findPassword, roleName } from "@/lib/db/embedded/postgres-cluster.server";
import { findPostmaster } from "@/lib/db/embedded/postmaster-file.server";

/** The database of a running studio, opened behind its back: to lay out what is measured, and to count what stayed. */
export async function openStudioDatabase(dataDir: string): Promise<Database> {
  const cluster = {
    clusterDir: path.join(dataDir, "postgres"),
    passwordFile: path.join(dataDir, "postgres-password"),
  };
  const [postmaster, password] = await Promise.all([
    findPostmaster(cluster.clusterDir),
    findPassword(cluster),
  ]);
  if (!postmaster || !password) throw new Error(`No database runs in ${dataDir}.`);
  return createDatabase(`postgresql://${roleName}:${password}@127.0.0.1:${postmaster.port}/${databaseName}`);
}
