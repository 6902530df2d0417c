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
      SELECT coalesce(sum("bytes"), 0) FROM "Asset" WHERE "userId" = "User"."id"
    ) END AS "left"
    FROM "User" WHERE "id" = ${userId}::uuid`;
  const { left } = leftSchema.parse(row);
  if (left === null) return Infinity;
  if (left <= 0) throw new StudioError("quota.disk");
  return left;
}
