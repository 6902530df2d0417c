import { getConnection } from "@/lib/connections/get-connection.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { readPrices, type StudioPrice } from "@/lib/costs/prices.server";
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

/** @throws StudioError connection.missing, connection.unreadable */
export async function readAskTerms(userId: string, database: Queryable): Promise<AskTerms> {
  const [connected, quotas, prices] = await Promise.allSettled([
    getConnection(userId, database),
    database.user.findUniqueOrThrow({
      where: { id: userId },
      select: { diskQuotaBytes: true, queueQuota: true },
    }),
    readPrices(database),
  ]);
  if (connected.status === "rejected") throw connected.reason;
  if (quotas.status === "rejected") throw quotas.reason;
  if (prices.status === "rejected") throw prices.reason;
  return { connection: connected.value, ...quotas.value, prices: prices.value };
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
