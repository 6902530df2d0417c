import { connectionColumns, toConnection } from "@/lib/connections/get-connection.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { parsePrices, pricesValue, type StudioPrice } from "@/lib/costs/prices.server";
import type { Queryable } from "@/lib/db/database.server";
import { requireDiskQuota } from "@/lib/media/disk-quota.server";
import { requireDiskSpace } from "@/lib/media/store/disk-space.server";

/** What a person's request goes to, and how much they may have. */
export interface AskTerms {
  connection: ResolvedConnection;
  diskQuotaBytes: bigint | null;
  queueQuota: number | null;
  prices: readonly StudioPrice[];
}

type TermsRow = Parameters<typeof toConnection>[1] & {
  diskQuotaBytes: bigint | null;
  queueQuota: number | null;
  prices: unknown;
};

/**
 * One statement, since everyone who submits waits for it.
 *
 * @throws StudioError connection.missing, connection.unreadable
 */
export async function readAskTerms(userId: string, database: Queryable): Promise<AskTerms> {
  const [row] = await database.$queryRaw<TermsRow[]>`
    SELECT ${connectionColumns}, "diskQuotaBytes", "queueQuota", ${pricesValue} AS "prices"
    FROM "User" LEFT JOIN "Connection" ON "userId" = "User"."id" WHERE "User"."id" = ${userId}::uuid`;
  if (!row) throw new Error(`There is no person ${userId}.`);
  const { diskQuotaBytes, queueQuota } = row;
  return {
    connection: toConnection(userId, row),
    diskQuotaBytes,
    queueQuota,
    prices: parsePrices(row.prices),
  };
}

/** Makes sure that there is room for results. Throws storage.full, quota.disk. */
export async function requireRoom(
  { diskQuotaBytes }: Pick<AskTerms, "diskQuotaBytes">,
  userId: string,
  database: Queryable,
): Promise<void> {
  await requireDiskSpace();
  if (diskQuotaBytes !== null) await requireDiskQuota(userId, database);
}
