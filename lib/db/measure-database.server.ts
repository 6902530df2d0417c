import type { Database } from "./database.server";

export interface DatabaseSize {
  version: string;
  bytes: number;
  /** Sessions of all programs on the server, of the number it allows. */
  connections: number;
  maxConnections: number;
}

export async function measureDatabase(database: Pick<Database, "$queryRaw">): Promise<DatabaseSize> {
  const [row] = await database.$queryRaw<(Omit<DatabaseSize, "bytes"> & { bytes: bigint })[]>`
    SELECT current_setting('server_version') AS "version", pg_database_size(current_database()) AS "bytes",
      (SELECT count(*)::int FROM pg_stat_activity WHERE "backend_type" = 'client backend') AS "connections",
      current_setting('max_connections')::int AS "maxConnections"`;
  return { ...row!, bytes: Number(row!.bytes) };
}
