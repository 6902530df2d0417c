import { z } from "zod";
import type { Prisma } from "@/lib/db/database.server";
import { lockOpenProject } from "../read/project-access.server";
import { insertItems, lockOwnItems } from "./project-items.server";

interface Batch {
  userId: string;
  projectId: string;
  ids: readonly string[];
}

/**
 * Adds those of the person's items that still exist to the end of a project, in the order in which they are given.
 *
 * @param addedAt what undoing recognises them by
 * @returns which were added, and how many no longer exist; null if the person may not add to the project, or it is gone
 */
export async function addBatch(
  transaction: Prisma.TransactionClient,
  { userId, projectId, ids, addedAt }: Batch & { addedAt: Date },
): Promise<{ added: string[]; gone: number } | null> {
  const own = await lockOwnItems(transaction, { userId, ids });
  if (!(await lockOpenProject(transaction, { userId, id: projectId }))) return null;
  const present = ids.filter((id) => own.has(id));
  const added = await insertItems(transaction, { projectId, ids: present, spot: {}, addedAt });
  return { added, gone: ids.length - present.length };
}

/** Undoes `addBatch`, except for items that were removed since; null as there. */
export async function undoAddBatch(
  transaction: Prisma.TransactionClient,
  { userId, projectId, ids, addedAt }: Batch & { addedAt: Date },
): Promise<{ restored: number; changedSince: number } | null> {
  if (!(await lockOpenProject(transaction, { userId, id: projectId }))) return null;
  const { count } = await transaction.projectItem.deleteMany({
    where: { projectId, itemId: { in: [...ids] }, addedAt },
  });
  return { restored: count, changedSince: ids.length - count };
}

/** Where items were in a project, and since when. */
export const placesSchema = z.array(z.object({ position: z.number(), addedAt: z.coerce.date() }));
type Places = z.output<typeof placesSchema>;

/** Removes items from a project; null as in `addBatch`. */
export async function removeBatch(
  transaction: Prisma.TransactionClient,
  { userId, projectId, ids }: Batch,
): Promise<{ removed: string[]; places: Places } | null> {
  if (!(await lockOpenProject(transaction, { userId, id: projectId }))) return null;
  const where = { projectId, itemId: { in: [...ids] } };
  const rows = await transaction.projectItem.findMany({ where });
  await transaction.projectItem.deleteMany({ where });
  return {
    removed: rows.map(({ itemId }) => itemId),
    places: rows.map(({ position, addedAt }) => ({ position, addedAt })),
  };
}

/**
 * Puts items back where `removeBatch` found them. Those that were added again stay where they are; those of people who have
 * left the project stay out of it. Null as in `addBatch`.
 *
 * @param places of the items, in their order
 */
export async function undoRemoveBatch(
  transaction: Prisma.TransactionClient,
  { userId, projectId, ids, places }: Batch & { places: Places },
): Promise<{ restored: number; gone: number; changedSince: number } | null> {
  const present = await transaction.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Item" WHERE "id" = ANY (${ids}::uuid[]) ORDER BY "id" FOR KEY SHARE`;
  if (!(await lockOpenProject(transaction, { userId, id: projectId }))) return null;
  const members = await transaction.$queryRaw<{ id: string }[]>`
    SELECT item."id" FROM "Item" item
    WHERE item."id" = ANY (${present.map(({ id }) => id)}::uuid[]) AND (
      item."userId" = (SELECT "userId" FROM "Project" WHERE "id" = ${projectId}::uuid)
      OR item."userId" IN (SELECT "userId" FROM "ProjectMember" WHERE "projectId" = ${projectId}::uuid)
    )`;
  const allowed = new Set(members.map(({ id }) => id));
  const { count } = await transaction.projectItem.createMany({
    data: ids.flatMap((itemId, index) =>
      allowed.has(itemId) ? { projectId, itemId, ...places[index]! } : [],
    ),
    skipDuplicates: true,
  });
  return { restored: count, gone: ids.length - allowed.size, changedSince: allowed.size - count };
}
