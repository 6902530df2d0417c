import { Prisma, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { roleOf } from "@/lib/projects/read/project-access.server";
import { type FilmRole, filmRoles } from "../film-dto";

/** The part of a database client that reading films needs. */
export type Reader = Pick<Queryable, "$queryRaw">;

/** A film, and who asks for it. */
export interface FilmTarget {
  userId: string;
  id: string;
}

/**
 * The role of a person in a film, as a column; null for whoever doesn't see it. Whoever may add items to its project may edit it.
 * In the trash, only its person sees it.
 */
export const filmRoleOf = (userId: string) => Prisma.sql`
  CASE WHEN film."userId" = ${userId}::uuid THEN 'owner' WHEN film."deletedAt" IS NULL THEN (
    SELECT CASE WHEN project."userId" = ${userId}::uuid THEN 'work' ELSE ${roleOf(userId)} END
    FROM "Project" project WHERE project."id" = film."projectId"
  ) END`;

/** What is asked of a person; each role includes the uses of those after it. */
export function allowFilm(role: string | null | undefined, use: FilmRole): FilmRole {
  const known = filmRoles.find((each) => each === role);
  if (!known) throw new StudioError("not-found");
  if (filmRoles.indexOf(known) > filmRoles.indexOf(use)) throw new StudioError("film.role");
  return known;
}

/**
 * The role of a person in a film, if it allows what they want to do.
 *
 * @throws StudioError not-found for a film that they don't see, film.role where their role doesn't allow it
 */
export async function requireFilm(
  database: Reader,
  { userId, id }: FilmTarget,
  use: FilmRole,
): Promise<FilmRole> {
  const [row] = await database.$queryRaw<{ role: string | null }[]>`
    SELECT ${filmRoleOf(userId)} AS "role" FROM "Film" film WHERE film."id" = ${id}::uuid`;
  return allowFilm(row?.role, use);
}

/** A film that somebody is about to change. */
export interface LockedFilm {
  ownerId: string;
  projectId: string | null;
  /** Whether the film is in a project of the person who asks. */
  isInOwnProject: boolean;
  title: string;
  version: number;
  deletedAt: Date | null;
}

/**
 * Locks a film until the transaction ends.
 *
 * @throws StudioError as `requireFilm`
 */
export async function lockFilm(
  transaction: Reader,
  { userId, id }: FilmTarget,
  use: FilmRole,
): Promise<LockedFilm> {
  const [row] = await transaction.$queryRaw<(LockedFilm & { role: string | null })[]>`
    SELECT ${filmRoleOf(userId)} AS "role", film."userId" AS "ownerId", film."projectId", film."title", film."version",
      film."deletedAt",
      EXISTS (
        SELECT FROM "Project" project WHERE project."id" = film."projectId" AND project."userId" = ${userId}::uuid
      ) AS "isInOwnProject"
    FROM "Film" film WHERE film."id" = ${id}::uuid FOR UPDATE OF film`;
  allowFilm(row?.role, use);
  return row!;
}
