import type { Prisma } from "@/lib/db/database.server";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { StudioError } from "@/lib/errors/studio-error";
import { markItems, renameItems, trashItems } from "@/lib/items/change/store-item.server";
import { cancelGeneration } from "./cancel-generation.server";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import { readTakeWords } from "../read/read-take-words.server";
import type { GenerationServices } from "../record/services.server";
import { isTerminal } from "../record/states";

/** One generation of a person. Every function throws StudioError not-found if there is none. */
interface OwnGeneration {
  userId: string;
  id: string;
}

/** Marks a generation and all its items as favourites, or removes the marks. Safe to repeat. */
export async function setFavourite(
  services: GenerationServices,
  { favourite, ...one }: OwnGeneration & { favourite: boolean },
): Promise<GenerationDto> {
  await services.database.$transaction(async (transaction) => {
    await lockOwnGeneration(transaction, one);
    await transaction.generation.updateMany({
      where: { ...one, favourite: !favourite },
      data: { favourite, version: { increment: 1 } },
    });
    await markItems(transaction, one.id, favourite);
  });
  return getGeneration(services, one);
}

/**
 * Locks a generation until the transaction ends; its items are locked after it.
 *
 * @throws StudioError not-found, also for somebody else's
 */
async function lockOwnGeneration(
  transaction: Prisma.TransactionClient,
  { userId, id }: OwnGeneration,
): Promise<void> {
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT "id" FROM "Generation" WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid
      AND "erasedAt" IS NULL FOR NO KEY UPDATE`;
  if (found.length === 0) throw new StudioError("not-found");
}

/**
 * Sets or removes the title of a generation, which names its items without a title of their own. Safe to repeat. One
 * statement writes title and searched text, so that of two simultaneous changes the second sees the first: the first line
 * of the searched text is always the title.
 *
 * @param options.title parsed by `generationTitleSchema`; null removes it
 */
export async function setTitle(
  services: GenerationServices,
  { userId, id, title }: OwnGeneration & { title: string | null },
): Promise<GenerationDto> {
  const now = new Date(services.clock.now());
  // The rest of the searched text follows the current title and its line break; concat() skips null.
  await services.database.$transaction(async (transaction) => {
    const changed = await transaction.$executeRaw`
      UPDATE "Generation"
      SET "title" = ${title}::text,
        "searchText" = concat(${title}::text || chr(10), substr("searchText", coalesce(length("title") + 2, 1))),
        "version" = "version" + 1, "updatedAt" = ${now}
      WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid AND "erasedAt" IS NULL
        AND "title" IS DISTINCT FROM ${title}::text`;
    if (changed > 0) await renameItems(transaction, id, await readTakeWords(transaction, id));
  });
  return getGeneration(services, { userId, id });
}

/**
 * Moves a generation and all its items to the trash. A queued one is cancelled first; a running one cannot be moved.
 *
 * @throws StudioError generation.state
 */
export async function trashGeneration(
  services: GenerationServices,
  one: OwnGeneration,
): Promise<GenerationDto> {
  const before = await getGeneration(services, one);
  if (before.state === "queued") await cancelGeneration(services, one);
  else if (!isTerminal(before.state)) throw new StudioError("generation.state");
  return setDeletedAt(services, one, new Date(services.clock.now()));
}

/** Restores a generation and all its items from the trash. */
export function restoreGeneration(services: GenerationServices, one: OwnGeneration): Promise<GenerationDto> {
  return setDeletedAt(services, one, null);
}

async function setDeletedAt(
  services: GenerationServices,
  one: OwnGeneration,
  deletedAt: Date | null,
): Promise<GenerationDto> {
  await services.database.$transaction(async (transaction) => {
    const { count } = await transaction.generation.updateMany({
      where: { ...one, erasedAt: null },
      data: { deletedAt, version: { increment: 1 } },
    });
    if (count > 0) await trashItems(transaction, one.id, deletedAt);
    const kind = deletedAt ? "generation-trashed" : "generation-restored";
    if (count > 0) await recordAudit(transaction, { kind, author: { userId: one.userId }, subject: one.id });
  });
  return getGeneration(services, one);
}
