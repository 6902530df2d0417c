import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Prisma } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { removeItems } from "@/lib/items/change/store-item.server";
import type { DeletedItems } from "@/lib/items/delete-items-dto";
import { checkAssets, removeUnusedFiles } from "@/lib/media/removal/remove-unused-files.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { generationStates, isTerminal } from "../record/states";
import type { GenerationServices } from "../record/services.server";
import { eraseGenerations } from "./erase-generations.server";

type DeletionServices = Pick<GenerationServices, "database" | "clock">;

interface DeleteItemsOptions {
  userId: string;
  /** Null for the studio itself. */
  author: AuditAuthor | null;
  ids: readonly string[];
  /** Also what is the source of other generations. Its bytes stay as long as they need them. */
  includeUsed?: boolean;
  /** Also what is not in the trash. */
  skipTrash?: boolean;
}

/**
 * Deletes items of a person for good, and with the last item of a generation what it was made from. What other generations
 * use as a source is left out and returned with them, unless `includeUsed`. Rows go in one transaction, bytes after it.
 *
 * @throws StudioError not-found where one does not exist or is somebody else's; item.not-in-trash; generation.state for
 *   an item whose generation has not ended. Nothing is deleted then.
 */
export async function deleteItems(
  { database, clock }: DeletionServices,
  options: DeleteItemsOptions,
): Promise<DeletedItems> {
  const { deleted, inUse, digests } = await database.$transaction(async (transaction) => {
    const result = await deleteBatch(transaction, { ...options, at: new Date(clock.now()) });
    if (result.gone > 0) throw new StudioError("not-found");
    if (result.notInTrash > 0) throw new StudioError("item.not-in-trash");
    if (result.running > 0) throw new StudioError("generation.state");
    return result;
  });
  await removeFiles({ database }, digests);
  return { deleted, inUse };
}

interface DeletedBatch extends DeletedItems {
  /** How many were left because they don't exist. */
  gone: number;
  /** How many were left because they are not in the trash. */
  notInTrash: number;
  /** How many were left because their generation has not ended. */
  running: number;
  /** To be passed to `removeFiles` after the commit. */
  digests: string[];
}

/** Deletes those of the items that can be deleted, within a transaction, and says how many were left and why. */
export async function deleteBatch(
  transaction: Prisma.TransactionClient,
  { at, ...options }: DeleteItemsOptions & { at: Date },
): Promise<DeletedBatch> {
  const wanted = [...new Set(options.ids)];
  const found = await lockItems(transaction, options.userId, wanted);
  const trashed = options.skipTrash ? found : found.filter(({ deletedAt }) => deletedAt !== null);
  const items = trashed.filter(({ state }) => hasEnded(state));
  const uses = await findUses(
    transaction,
    items.map(({ id }) => id),
  );
  const sizes = await countItems(transaction, items);
  const { chosen, emptied } = chooseItems(items, { uses: options.includeUsed ? new Map() : uses, sizes });
  const ids = chosen.map(({ id }) => id);
  await removeItems(transaction, ids);
  const erased = await eraseGenerations(transaction, emptied, at);
  if (ids.length > 0) {
    const { author } = options;
    const facts = { items: ids.length, ...(author ? {} : { automatic: true }) };
    await recordAudit(transaction, {
      kind: "items-deleted",
      author,
      ...(ids.length === 1 && ids[0] ? { subject: ids[0] } : {}),
      facts,
    });
  }
  const deleted = new Set(ids);
  return {
    deleted: ids.length,
    inUse: items.flatMap(({ id }) => (deleted.has(id) ? [] : [{ id, uses: uses.get(id) ?? [] }])),
    gone: wanted.length - found.length,
    notInTrash: found.length - trashed.length,
    running: trashed.length - items.length,
    digests: await checkAssets(transaction, [...chosen.map(({ assetId }) => assetId), ...erased]),
  };
}

/** Removes the bytes of committed deletions. What fails is removed by the next cleaning. */
export async function removeFiles(
  { database }: Pick<GenerationServices, "database">,
  digests: readonly string[],
): Promise<void> {
  if (digests.length === 0) return;
  try {
    await removeUnusedFiles({ database, store: await getBlobStore() }, digests);
  } catch (error) {
    getLogger().warn({ err: error }, "Deleted files are still to be removed; the next cleaning does it");
  }
}

interface LockedItem {
  id: string;
  generationId: string;
  assetId: string;
  deletedAt: Date | null;
  state: string;
}

/** Locks their generations and the children of these before the items, as everyone who changes both. */
async function lockItems(
  transaction: Prisma.TransactionClient,
  userId: string,
  ids: readonly string[],
): Promise<LockedItem[]> {
  await transaction.$queryRaw`
    WITH own AS (
      SELECT "generationId" FROM "Item" WHERE "id" = ANY (${ids}::uuid[]) AND "userId" = ${userId}::uuid
    )
    SELECT "id" FROM "Generation"
    WHERE "id" IN (SELECT "generationId" FROM own) OR "parentId" IN (SELECT "generationId" FROM own)
    ORDER BY "id" FOR NO KEY UPDATE`;
  return transaction.$queryRaw<LockedItem[]>`
    SELECT item."id", item."generationId", item."assetId", item."deletedAt", take."state"
    FROM "Item" item JOIN "Generation" take ON take."id" = item."generationId"
    WHERE item."id" = ANY (${ids}::uuid[]) AND item."userId" = ${userId}::uuid
    ORDER BY item."id" FOR UPDATE OF item`;
}

function hasEnded(state: string): boolean {
  const known = generationStates.find((each) => each === state);
  return known !== undefined && isTerminal(known);
}

type Use = DeletedItems["inUse"][number]["uses"][number];

/** The generations that have the file of an item as input. */
async function findUses(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<Map<string, Use[]>> {
  const rows = await transaction.$queryRaw<(Use & { itemId: string })[]>`
    SELECT DISTINCT item."id" AS "itemId", take."id" AS "generationId", take."generator"
    FROM "Item" item
    JOIN "GenerationAsset" used ON used."assetId" = item."assetId"
    JOIN "Generation" take ON take."id" = used."generationId"
    WHERE item."id" = ANY (${ids}::uuid[]) ORDER BY 1, 2`;
  const uses = new Map<string, Use[]>();
  for (const { itemId, ...use } of rows) uses.set(itemId, [...(uses.get(itemId) ?? []), use]);
  return uses;
}

/** How many items each of their generations has. */
async function countItems(
  transaction: Prisma.TransactionClient,
  items: readonly LockedItem[],
): Promise<Map<string, number>> {
  const generationIds = items.map(({ generationId }) => generationId);
  const rows = await transaction.$queryRaw<{ generationId: string; count: number }[]>`
    SELECT "generationId", count(*)::integer AS "count" FROM "Item"
    WHERE "generationId" = ANY (${generationIds}::uuid[]) GROUP BY 1`;
  return new Map(rows.map(({ generationId, count }) => [generationId, count]));
}

/**
 * The items that only generations use that lose all of their items, and these generations. Pure. Leaving out an item keeps
 * its generation, which may use others, so it is repeated until nothing changes.
 */
export function chooseItems<Item extends Pick<LockedItem, "id" | "generationId">>(
  items: readonly Item[],
  { uses, sizes }: { uses: ReadonlyMap<string, Use[]>; sizes: ReadonlyMap<string, number> },
): { chosen: Item[]; emptied: string[] } {
  let chosen = [...items];
  for (;;) {
    const counts = new Map<string, number>();
    for (const { generationId } of chosen) counts.set(generationId, (counts.get(generationId) ?? 0) + 1);
    const emptied = new Set([...counts].flatMap(([id, count]) => (count === sizes.get(id) ? id : [])));
    const next = chosen.filter(({ id }) =>
      (uses.get(id) ?? []).every(({ generationId }) => emptied.has(generationId)),
    );
    if (next.length === chosen.length) return { chosen, emptied: [...emptied] };
    chosen = next;
  }
}
