import pLimit, { type LimitFunction } from "p-limit";
import { z } from "zod";
import { type Queryable, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";

const leftSchema = z.object({ left: z.coerce.number().nullable() });

/**
 * How many bytes a person may still store, Infinity without a quota. Results of what was accepted before are stored
 * even beyond it.
 *
 * @throws StudioError quota.disk where nothing is left
 */
export async function requireDiskQuota(userId: string, database: Queryable = getDatabase()): Promise<number> {
  const [row] = await database.$queryRaw<unknown[]>`
    SELECT "diskQuotaBytes" - CASE WHEN "diskQuotaBytes" IS NULL THEN 0 ELSE (
      SELECT coalesce(sum("bytes"), 0) FROM "AssetCount" WHERE "userId" = "User"."id"
    ) END AS "left"
    FROM "User" WHERE "id" = ${userId}::uuid`;
  const { left } = leftSchema.parse(row);
  if (left === null) return Infinity;
  if (left <= 0) throw new StudioError("quota.disk");
  return left;
}

// One list per process, although Next bundles routes separately.
const globalForQuotas = globalThis as { reverieStorageTurns?: Map<string, LimitFunction> };

/**
 * Stores so many bytes of a person with a quota. Their files are stored one after another, so that simultaneous uploads
 * don't exceed it: what an upload may take is known once the row of the one before it is written.
 *
 * @throws StudioError quota.disk
 */
export function storeWithinQuota<Stored>(
  { userId, bytes, database }: { userId: string; bytes: number; database: Queryable },
  store: () => Promise<Stored>,
): Promise<Stored> {
  const turns = (globalForQuotas.reverieStorageTurns ??= new Map());
  const turn = turns.get(userId) ?? pLimit(1);
  turns.set(userId, turn);
  return turn(async () => {
    if (bytes > (await requireDiskQuota(userId, database))) throw new StudioError("quota.disk");
    return store();
  });
}
