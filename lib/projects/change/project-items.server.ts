import type { Database, Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { Spot } from "../project-input";
import { lockProject } from "../read/project-access.server";
import { findPlaces } from "./find-places.server";

interface ItemsOfProject extends Spot {
  userId: string;
  id: string;
  ids: readonly string[];
}

/**
 * Adds items of the person to a project: all of them or, after an error, none. Those that are in it stay where they are.
 *
 * @returns how many were added
 * @throws StudioError not-found for a project that the person doesn't see, or an item that is not theirs and not in it;
 *   project.role; project.item-gone where the item beside which they belong has left
 */
export async function addProjectItems(
  database: Database,
  { userId, id, ids, ...spot }: ItemsOfProject,
): Promise<number> {
  const wanted = [...new Set(ids)];
  return database.$transaction(async (transaction) => {
    // Items before the project, as everywhere.
    const owned = await lockOwnItems(transaction, { userId, ids: wanted });
    await lockProject(transaction, { userId, id }, "work");
    const placed = new Set(await listPlaced(transaction, id, wanted));
    if (wanted.some((each) => !owned.has(each) && !placed.has(each))) throw new StudioError("not-found");
    const added = await insertItems(transaction, { projectId: id, ids: wanted, spot });
    return added.length;
  });
}

/** Which of these items are the person's. They can't be deleted until the transaction ends. */
export async function lockOwnItems(
  transaction: Prisma.TransactionClient,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const own = await transaction.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Item" WHERE "id" = ANY (${ids}::uuid[]) AND "userId" = ${userId}::uuid
    ORDER BY "id" FOR KEY SHARE`;
  return new Set(own.map(({ id }) => id));
}

/** Adds items to a locked project, without those that are in it. Resolves to which were added. */
export async function insertItems(
  transaction: Prisma.TransactionClient,
  {
    projectId,
    ids,
    spot,
    addedAt,
  }: { projectId: string; ids: readonly string[]; spot: Spot; addedAt?: Date },
): Promise<string[]> {
  const placed = new Set(await listPlaced(transaction, projectId, ids));
  const added = ids.filter((each) => !placed.has(each));
  if (added.length === 0) return [];
  const places = await findPlaces(transaction, { projectId, ids: added, spot });
  await transaction.projectItem.createMany({
    data: added.map((itemId, index) => ({
      projectId,
      itemId,
      position: places[index]!,
      ...(addedAt ? { addedAt } : {}),
    })),
  });
  return added;
}

/**
 * Takes items out of a project. They stay in the libraries of their people. Safe to repeat.
 *
 * @returns how many were taken out
 * @throws StudioError not-found for a project that the person doesn't see, project.role
 */
export async function removeProjectItems(
  database: Database,
  { userId, id, ids }: ItemsOfProject,
): Promise<number> {
  return database.$transaction(async (transaction) => {
    await lockProject(transaction, { userId, id }, "work");
    const { count } = await transaction.projectItem.deleteMany({
      where: { projectId: id, itemId: { in: [...ids] } },
    });
    return count;
  });
}

/**
 * Puts items of a project beside another one, or at its end, in the order in which they are given. Of two people who move
 * the same item at once, the later one decides.
 *
 * @throws StudioError not-found for a project that the person doesn't see, project.role, project.item-gone where one of
 *   the items has left, input.invalid for an item beside itself
 */
export async function moveProjectItems(
  database: Database,
  { userId, id, ids, ...spot }: ItemsOfProject,
): Promise<void> {
  const moved = [...new Set(ids)];
  const anchor = spot.before ?? spot.after;
  if (anchor !== undefined && moved.includes(anchor))
    throw new StudioError("input.invalid", {
      fields: [{ path: spot.before ? "before" : "after", key: "field.invalid" }],
    });
  await database.$transaction(async (transaction) => {
    await lockProject(transaction, { userId, id }, "work");
    const placed = await listPlaced(transaction, id, moved);
    if (placed.length < moved.length) throw new StudioError("project.item-gone");
    const places = await findPlaces(transaction, { projectId: id, ids: moved, spot });
    await transaction.$executeRaw`
      UPDATE "ProjectItem" placed SET "position" = next."position"
      FROM unnest(${moved}::uuid[], ${places}::float8[]) AS next("itemId", "position")
      WHERE placed."projectId" = ${id}::uuid AND placed."itemId" = next."itemId"`;
  });
}

/** Which of these items a project has. */
async function listPlaced(
  transaction: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await transaction.projectItem.findMany({
    where: { projectId, itemId: { in: [...ids] } },
    select: { itemId: true },
  });
  return rows.map(({ itemId }) => itemId);
}

/**
 * Adds a stored result to the project that its generation names, at the end. Without effect if the project is gone or the
 * person may not add to it any more: a result is worth more than its place. Call it after the item is written.
 */
export async function placeResult(
  transaction: Prisma.TransactionClient,
  {
    projectId,
    userId,
    ...output
  }: { projectId: string; userId: string; generationId: string; role: string; index: number },
): Promise<void> {
  const isOpen = await transaction.$executeRaw`
    UPDATE "Project" SET "updatedAt" = now() WHERE "id" = ${projectId}::uuid AND (
      "userId" = ${userId}::uuid OR EXISTS (
        SELECT FROM "ProjectMember"
        WHERE "projectId" = ${projectId}::uuid AND "userId" = ${userId}::uuid AND "role" = 'work'
      )
    )`;
  if (isOpen === 0) return;
  await transaction.$executeRaw`
    INSERT INTO "ProjectItem" ("projectId", "itemId", "position")
    SELECT ${projectId}::uuid, item."id",
      (SELECT coalesce(max("position"), 0) + 1 FROM "ProjectItem" WHERE "projectId" = ${projectId}::uuid)
    FROM "Output" output JOIN "Item" item ON item."id" = output."id"
    WHERE output."generationId" = ${output.generationId}::uuid AND output."role" = ${output.role}::text
      AND output."index" = ${output.index}::int
    ON CONFLICT DO NOTHING`;
}
