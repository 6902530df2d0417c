import { type Queryable, Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type ProjectRole, projectRoles } from "../project-names";

/** The part of a database client that reading projects needs. */
export type Reader = Pick<Queryable, "$queryRaw">;

/** What somebody wants to do with a project; each includes those after it. */
export type ProjectUse = "owner" | "work" | "view";

const usesOf: Readonly<Record<ProjectRole, readonly ProjectUse[]>> = {
  owner: ["owner", "work", "view"],
  work: ["work", "view"],
  view: ["view"],
};

/** The role of a person in a project, as a column; null for whoever doesn't see it. */
export const roleOf = (userId: string) => Prisma.sql`
  CASE WHEN project."userId" = ${userId}::uuid THEN 'owner' ELSE (
    SELECT member."role" FROM "ProjectMember" member
    WHERE member."projectId" = project."id" AND member."userId" = ${userId}::uuid
  ) END`;

/**
 * The role of a person in a project, if it allows what they want to do.
 *
 * @throws StudioError not-found for a project that they don't see, project.role where their role doesn't allow it
 */
export async function requireProject(
  database: Reader,
  { userId, id }: { userId: string; id: string },
  use: ProjectUse,
): Promise<ProjectRole> {
  return allow(await findRole(database, { userId, id }), use);
}

/** The role of a person in a project; null if they don't see it. */
async function findRole(
  database: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<ProjectRole | null> {
  const [row] = await database.$queryRaw<{ role: string | null }[]>`
    SELECT ${roleOf(userId)} AS "role" FROM "Project" project WHERE project."id" = ${id}::uuid`;
  return readRole(row?.role);
}

function readRole(role: string | null | undefined): ProjectRole | null {
  return projectRoles.find((known) => known === role) ?? null;
}

/**
 * Locks a project that somebody is about to change, and marks it as changed. Call it after the items are locked.
 *
 * @throws StudioError as `requireProject`
 */
export async function lockProject(
  transaction: Reader,
  { userId, id }: { userId: string; id: string },
  use: ProjectUse,
): Promise<ProjectRole> {
  const [row] = await transaction.$queryRaw<{ role: string | null }[]>`
    UPDATE "Project" project SET "updatedAt" = now() WHERE project."id" = ${id}::uuid
    RETURNING ${roleOf(userId)} AS "role"`;
  return allow(readRole(row?.role), use);
}

/** Locks and marks a project as `lockProject` does, if the person may change its items. Resolves to whether they may. */
export async function lockOpenProject(
  transaction: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ role: string | null }[]>`
    SELECT ${roleOf(userId)} AS "role" FROM "Project" project WHERE project."id" = ${id}::uuid FOR UPDATE OF project`;
  const role = readRole(row?.role);
  if (!role || !usesOf[role].includes("work")) return false;
  await transaction.$queryRaw`UPDATE "Project" SET "updatedAt" = now() WHERE "id" = ${id}::uuid`;
  return true;
}

/** Whether results of a person may go into a project. */
export async function isOpenProject(
  database: Reader,
  target: { userId: string; id: string },
): Promise<boolean> {
  const role = await findRole(database, target);
  return role !== null && usesOf[role].includes("work");
}

function allow(role: ProjectRole | null, use: ProjectUse): ProjectRole {
  if (!role) throw new StudioError("not-found");
  if (!usesOf[role].includes(use)) throw new StudioError("project.role");
  return role;
}
