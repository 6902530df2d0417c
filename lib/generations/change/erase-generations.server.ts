import type { Prisma } from "@/lib/db/database.server";
import { forgetPrompts } from "@/lib/prompts/note-prompts.server";

/**
 * Erases ended generations for good: results, input, texts and links to others. A record without content stays, because
 * the request was billed and counts in the rate window, and because its idempotency key must never be sent again.
 *
 * @returns the assets that lost a reference
 */
export async function eraseGenerations(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const assets = await transaction.$queryRaw<{ assetId: string }[]>`
    SELECT "assetId" FROM "GenerationAsset" WHERE "generationId" = ANY (${ids}::uuid[])
    UNION
    SELECT "assetId" FROM "Output" WHERE "generationId" = ANY (${ids}::uuid[]) AND "assetId" IS NOT NULL`;
  await transaction.$executeRaw`DELETE FROM "Output" WHERE "generationId" = ANY (${ids}::uuid[])`;
  await transaction.$executeRaw`DELETE FROM "GenerationAsset" WHERE "generationId" = ANY (${ids}::uuid[])`;
  await transaction.$executeRaw`DELETE FROM "GenerationSource" WHERE "generationId" = ANY (${ids}::uuid[])`;
  await transaction.$executeRaw`DELETE FROM "StreamPiece" WHERE "generationId" = ANY (${ids}::uuid[])`;
  await transaction.$executeRaw`DELETE FROM "CallbackAddress" WHERE "generationId" = ANY (${ids}::uuid[])`;
  await forgetPrompts(transaction, ids);
  await transaction.$executeRaw`
    UPDATE "Generation" SET "parentId" = NULL, "version" = "version" + 1, "updatedAt" = ${now}
    WHERE "parentId" = ANY (${ids}::uuid[])`;
  await transaction.$executeRaw`
    UPDATE "Generation"
    SET "input" = '{}', "notes" = NULL, "title" = NULL, "searchText" = '', "voice" = NULL, "facts" = NULL,
      "live" = NULL, "operation" = NULL, "taskConnection" = NULL, "idea" = NULL, "take" = NULL, "parentId" = NULL,
      "relation" = NULL, "favourite" = false, "deletedAt" = ${now}, "erasedAt" = ${now},
      "version" = "version" + 1, "updatedAt" = ${now}
    WHERE "id" = ANY (${ids}::uuid[])`;
  return assets.map(({ assetId }) => assetId);
}
