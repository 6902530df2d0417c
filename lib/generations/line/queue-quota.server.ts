import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";

const countSchema = z.object({ waiting: z.coerce.number() });

/** How many requests of a person wait to be sent, in all lines: generations and cover analyses. */
export async function countQueued(database: Queryable, userId: string): Promise<number> {
  const [row] = await database.$queryRaw<unknown[]>`
    SELECT (SELECT count(*) FROM "Generation" WHERE "userId" = ${userId}::uuid AND "state" = 'queued')
      + (SELECT count(*) FROM "CoverAnalysis" WHERE "userId" = ${userId}::uuid AND "state" = 'queued') AS "waiting"`;
  return countSchema.parse(row).waiting;
}

/**
 * Makes sure that one more request of a person may wait, or as many as given. Call it in the transaction that writes the request, before its
 * line is locked: it serialises the requests of a person with a quota, so that simultaneous ones don't exceed it.
 *
 * @param options.quota the person's `queueQuota`, where the caller has read it; null for none
 * @throws StudioError quota.queue
 */
export async function requireQueueQuota(
  transaction: Queryable,
  { userId, quota, count = 1 }: { userId: string; quota: number | null; count?: number },
): Promise<void> {
  if (quota === null) return;
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`queue of ${userId}`}, 0))`;
  if ((await countQueued(transaction, userId)) + count > quota) throw new StudioError("quota.queue");
}

/** The person's quota of queued requests; null for none. */
export async function findQueueQuota(database: Queryable, userId: string): Promise<number | null> {
  const { queueQuota } = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { queueQuota: true },
  });
  return queueQuota;
}
