import type { Prisma } from "@/lib/db/database.server";
import { checkAssets } from "@/lib/media/removal/remove-unused-files.server";
import type { GenerationServices } from "../record/services.server";
import { removeFiles } from "./delete-items.server";

type HandOverServices = Pick<GenerationServices, "database" | "clock">;

interface HandOver {
  from: string;
  to: string;
}

/** What one transaction passes on. */
const batchSize = 100;

/**
 * Takes the next step of passing what a person has to another one: generations with items, inputs and files, then uploads
 * without generations. A file that the other person has, too, becomes theirs. What has not ended is left.
 *
 * @returns how many things the step passed on; 0 if nothing is left now
 */
export async function handOverSome(services: HandOverServices, people: HandOver): Promise<number> {
  return (await handOverGenerations(services, people)) || (await handOverFiles(services, people));
}

async function handOverGenerations(services: HandOverServices, { from, to }: HandOver): Promise<number> {
  const { count, digests } = await services.database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Generation"
      WHERE "userId" = ${from}::uuid AND "state" IN ('succeeded', 'failed', 'cancelled', 'unknown')
      ORDER BY "id" LIMIT ${batchSize} FOR UPDATE`;
    const ids = rows.map(({ id }) => id);
    const assets = await transaction.$queryRaw<{ assetId: string }[]>`
      SELECT "assetId" FROM "GenerationAsset" WHERE "generationId" = ANY (${ids}::uuid[])
      UNION SELECT "assetId" FROM "Output" WHERE "generationId" = ANY (${ids}::uuid[]) AND "assetId" IS NOT NULL`;
    const passed = await passAssets(transaction, { from, to, ids: assets.map(({ assetId }) => assetId) });
    await transaction.$executeRaw`DELETE FROM "CallbackAddress" WHERE "generationId" = ANY (${ids}::uuid[])`;
    // Keys are unique for each person.
    await transaction.$executeRaw`
      UPDATE "Generation" SET "userId" = ${to}::uuid, "idempotencyKey" = "id"::text, "version" = "version" + 1,
        "updatedAt" = ${new Date(services.clock.now())}
      WHERE "id" = ANY (${ids}::uuid[])`;
    await transaction.$executeRaw`
      UPDATE "Item" SET "userId" = ${to}::uuid, "version" = "version" + 1
      WHERE "generationId" = ANY (${ids}::uuid[])`;
    return { count: ids.length, digests: passed };
  });
  await removeFiles(services, digests);
  return count;
}

/** Uploads that no generation uses. */
async function handOverFiles(services: HandOverServices, { from, to }: HandOver): Promise<number> {
  const { count, digests } = await services.database.$transaction(async (transaction) => {
    const rows = await transaction.asset.findMany({
      where: { userId: from, inputs: { none: {} }, outputs: { none: {} } },
      orderBy: { id: "asc" },
      take: batchSize,
      select: { id: true },
    });
    const ids = rows.map(({ id }) => id);
    return { count: ids.length, digests: await passAssets(transaction, { from, to, ids }) };
  });
  await removeFiles(services, digests);
  return count;
}

/** Passes files on. Those of which the other person has the bytes are replaced by theirs and deleted. */
async function passAssets(
  transaction: Prisma.TransactionClient,
  { from, to, ids }: HandOver & { ids: readonly string[] },
): Promise<string[]> {
  const twins = await transaction.$queryRaw<{ id: string; theirs: string }[]>`
    SELECT own."id", theirs."id" AS "theirs"
    FROM "Asset" own
    JOIN "Asset" theirs ON theirs."sha256" = own."sha256" AND theirs."origin" = own."origin"
      AND theirs."userId" = ${to}::uuid
    WHERE own."id" = ANY (${ids}::uuid[]) AND own."userId" = ${from}::uuid
    ORDER BY own."id" FOR UPDATE`;
  for (const { id, theirs } of twins) {
    await transaction.$executeRaw`UPDATE "Output" SET "assetId" = ${theirs}::uuid WHERE "assetId" = ${id}::uuid`;
    await transaction.$executeRaw`UPDATE "Item" SET "assetId" = ${theirs}::uuid WHERE "assetId" = ${id}::uuid`;
    await transaction.$executeRaw`
      UPDATE "Generation" SET "input" = replace("input"::text, ${id}, ${theirs})::jsonb
      WHERE "id" IN (SELECT "generationId" FROM "GenerationAsset" WHERE "assetId" = ${id}::uuid)`;
    await transaction.$executeRaw`
      UPDATE "GenerationAsset" SET "assetId" = ${theirs}::uuid WHERE "assetId" = ${id}::uuid`;
    await transaction.$executeRaw`UPDATE "CoverAnalysis" SET "assetId" = ${theirs}::uuid WHERE "assetId" = ${id}::uuid`;
  }
  const gone = twins.map(({ id }) => id);
  const digests = await checkAssets(transaction, gone);
  await transaction.asset.deleteMany({ where: { id: { in: gone } } });
  await transaction.$executeRaw`
    UPDATE "Asset" SET "userId" = ${to}::uuid WHERE "id" = ANY (${ids}::uuid[]) AND "userId" = ${from}::uuid`;
  return digests;
}
