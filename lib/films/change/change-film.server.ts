import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import { studioClock } from "@/lib/clock";
import type { Database, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { lockProject } from "@/lib/projects/read/project-access.server";
import type { FilmDto } from "../film-dto";
import type { FilmChanges } from "../film-input";
import { type FilmTarget, lockFilm } from "../read/film-access.server";
import { getFilm } from "../read/read-films.server";
import { tellFilm } from "./tell-film.server";

/**
 * Renames a film, moves it to a project or out of one, moves it to trash or restores it. What is left out stays. Whoever may
 * edit it may rename it, and the owner of its project may take it out; the rest is for its person.
 *
 * @throws StudioError not-found, film.role, project.role for a project to which the person may not add
 */
export function changeFilm(
  database: Database,
  { userId, id }: FilmTarget,
  { title, projectId, trashed }: FilmChanges,
): Promise<FilmDto | null> {
  return database.$transaction(async (transaction) => {
    // Projects before films, as where a member leaves.
    if (projectId) await lockProject(transaction, { userId, id: projectId }, "work");
    const film = await lockFilm(transaction, { userId, id }, "work");
    const isOwn = film.ownerId === userId;
    const isMoved = projectId !== undefined && projectId !== film.projectId;
    const isTakenOut = projectId === null && film.isInOwnProject;
    if (!isOwn && (trashed !== undefined || (isMoved && !isTakenOut))) throw new StudioError("film.role");
    await transaction.film.update({
      where: { id },
      data: {
        ...(title === undefined ? {} : { title }),
        ...(projectId === undefined ? {} : { projectId }),
        ...(trashed === undefined
          ? {}
          : { deletedAt: trashed ? (film.deletedAt ?? new Date(studioClock.now())) : null }),
      },
    });
    const projectIds = [film.projectId, ...(isMoved ? [projectId] : [])];
    await tellFilm(transaction, { id, version: film.version, ownerId: film.ownerId, projectIds });
    // Who takes a film of somebody else out of a project no longer sees it.
    return isTakenOut && !isOwn ? null : getFilm(transaction, { userId, id });
  });
}

/**
 * Deletes a film of the person for good, with its history. Its items stay in the library.
 *
 * @throws StudioError not-found, film.role, film.not-in-trash
 */
export async function deleteFilm(
  database: Database,
  { author, id }: { author: AuditAuthor; id: string },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const film = await lockFilm(transaction, { userId: author.userId, id }, "owner");
    if (!film.deletedAt) throw new StudioError("film.not-in-trash");
    await transaction.film.delete({ where: { id }, select: { id: true } });
    await recordAudit(transaction, {
      kind: "film-deleted",
      author,
      subject: id,
      facts: { title: film.title },
    });
    await tellFilm(transaction, {
      id,
      version: null,
      ownerId: film.ownerId,
      projectIds: [film.projectId],
    });
  });
}

/** Deletes for good what was moved to trash before a time. */
export async function emptyOldFilms(database: Queryable, before: Date): Promise<void> {
  await database.film.deleteMany({ where: { deletedAt: { lt: before } } });
}

/** Deletes all films of a person, whose account is being removed. */
export async function deleteAllFilms(database: Queryable, userId: string): Promise<void> {
  await database.film.deleteMany({ where: { userId } });
}

/** Passes all films of a person, whose account is being removed, to another one, in the projects of which that one is. */
export async function handOverFilms(
  database: Queryable,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await database.$executeRaw`
    UPDATE "Film" film SET "userId" = ${to}::uuid, "projectId" = (
      SELECT project."id" FROM "Project" project WHERE project."id" = film."projectId" AND (
        project."userId" = ${to}::uuid OR EXISTS (
          SELECT FROM "ProjectMember" member
          WHERE member."projectId" = project."id" AND member."userId" = ${to}::uuid
        )
      )
    )
    WHERE film."userId" = ${from}::uuid`;
}
