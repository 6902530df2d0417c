import path from "node:path";
import { findPostmaster, isProcessAlive } from "@/lib/db/embedded/postmaster-file.server";
import { databaseName, findPassword, roleName } from "@/lib/db/embedded/postgres-cluster.server";

/** The URL of a data folder's embedded database; null if it is not running. */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const clusterDir = path.join(dataDir, "postgres");
  const postmaster = await findPostmaster(clusterDir);
  const password = await findPassword({ clusterDir, passwordFile: path.join(dataDir, "postgres-password") });
  if (!postmaster || !isProcessAlive(postmaster.pid) || !password) return null;
  return `postgresql://${roleName}:${password}@127.0.0.1:${postmaster.port}/${databaseName}`;
}
