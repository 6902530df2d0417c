import type { Database } from "@/lib/db/database.server";
import { leaseTimes } from "./lease";

export interface WorkerStatus {
  id: string;
  host: string;
  /** Null of versions that didn't say. */
  version: string | null;
  build: string | null;
  startedAt: Date;
  /** By the database's clock, as is `isAlive`; null of versions without a lease. */
  seenSecondsAgo: number | null;
  /** Whether its lease still lasts. One that is lost stays until another worker notices. */
  isAlive: boolean;
  /** Generations that it holds. */
  claims: number;
}

/** All workers that didn't end by themselves, those that are lost first. */
export function listWorkers(database: Pick<Database, "$queryRaw">): Promise<WorkerStatus[]> {
  return database.$queryRaw<WorkerStatus[]>`
    SELECT worker."id", worker."host", worker."version", worker."build", worker."startedAt",
      greatest(0, extract(epoch FROM clock_timestamp() - worker."leaseEnd") + ${leaseTimes.lastsMs / 1_000}::float8)::float8
        AS "seenSecondsAgo",
      coalesce(worker."leaseEnd" > clock_timestamp(), true) AS "isAlive",
      (SELECT count(*)::int FROM "Generation"
        WHERE "state" IN ('starting', 'running', 'storing') AND "workerId" = worker."id") AS "claims"
    FROM "Worker" worker ORDER BY "isAlive", worker."host", worker."startedAt" LIMIT 100`;
}
