import { checkAssets, deleteUnusedAssets } from "@/lib/media/removal/remove-unused-files.server";
import type { GenerationServices } from "../record/services.server";
import { deleteBatch, removeFiles } from "./delete-items.server";
import { eraseGenerations } from "./erase-generations.server";

type ErasureServices = Pick<GenerationServices, "database" | "clock">;

/** What one transaction deletes. */
const batchSize = 200;

/**
 * Takes the next step of deleting what a person has: items, then generations without items, then files. A step is a batch,
 * and what it has done stays done. What has not ended is left.
 *
 * @returns how many things the step deleted; 0 if nothing is left to delete now
 */
export async function eraseSome(services: ErasureServices, userId: string): Promise<number> {
  return (
    (await eraseItems(services, userId)) ||
    (await eraseOthers(services, userId)) ||
    (await eraseFiles(services, userId))
  );
}

async function eraseItems({ database, clock }: ErasureServices, userId: string): Promise<number> {
  const items = await database.item.findMany({
    where: { userId, generation: { finishedAt: { not: null } } },
    select: { id: true },
    take: batchSize,
  });
  if (items.length === 0) return 0;
  const { deleted, digests } = await database.$transaction((transaction) =>
    deleteBatch(transaction, {
      userId,
      author: null,
      ids: items.map(({ id }) => id),
      includeUsed: true,
      skipTrash: true,
      at: new Date(clock.now()),
    }),
  );
  await removeFiles({ database }, digests);
  return deleted;
}

/** Generations without items: failed ones, samples of voices. */
async function eraseOthers({ database, clock }: ErasureServices, userId: string): Promise<number> {
  const { count, digests } = await database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT take."id" FROM "Generation" take
      WHERE take."userId" = ${userId}::uuid AND take."erasedAt" IS NULL
        AND take."state" IN ('succeeded', 'failed', 'cancelled', 'unknown')
        AND NOT EXISTS (SELECT FROM "Item" item WHERE item."generationId" = take."id")
      ORDER BY take."id" LIMIT ${batchSize} FOR NO KEY UPDATE OF take`;
    const ids = rows.map(({ id }) => id);
    const assetIds = await eraseGenerations(transaction, ids, new Date(clock.now()));
    return { count: ids.length, digests: await checkAssets(transaction, assetIds) };
  });
  await removeFiles({ database }, digests);
  return count;
}

/** Uploads, and results whose generation is gone. What a running analysis reads is left. */
async function eraseFiles({ database }: ErasureServices, userId: string): Promise<number> {
  const { count, digests } = await database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Asset" WHERE "userId" = ${userId}::uuid
        AND NOT EXISTS (SELECT FROM "CoverAnalysis" analysis WHERE analysis."assetId" = "Asset"."id")
        AND NOT EXISTS (SELECT FROM "GenerationAsset" input WHERE input."assetId" = "Asset"."id")
        AND NOT EXISTS (SELECT FROM "Output" output WHERE output."assetId" = "Asset"."id")
      ORDER BY "id" LIMIT ${batchSize} FOR UPDATE`;
    const ids = rows.map(({ id }) => id);
    const checked = await checkAssets(transaction, ids);
    return { count: await deleteUnusedAssets(transaction, ids), digests: checked };
  });
  await removeFiles({ database }, digests);
  return count;
}

/**
 * Passes the records of erased generations to another account, without what could tell whose they were: what was billed
 * and counts in a rate window is kept, and no key of theirs can be sent again.
 *
 * @returns how many, at most one batch
 */
export async function passRecords(
  { database }: ErasureServices,
  userId: string,
  toId: string,
): Promise<number> {
  return database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Generation" WHERE "userId" = ${userId}::uuid AND "erasedAt" IS NOT NULL
      ORDER BY "id" LIMIT ${batchSize} FOR UPDATE`;
    const ids = rows.map(({ id }) => id);
    await transaction.$executeRaw`
      UPDATE "Attempt" SET "address" = NULL, "error" = NULL WHERE "generationId" = ANY (${ids}::uuid[])`;
    await transaction.$executeRaw`
      UPDATE "Generation" SET "userId" = ${toId}::uuid, "idempotencyKey" = "id"::text, "inputHash" = '', "batchId" = NULL,
        "connection" = '{}', "error" = NULL
      WHERE "id" = ANY (${ids}::uuid[])`;
    return ids.length;
  });
}
