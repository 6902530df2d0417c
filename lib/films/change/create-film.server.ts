import { randomUUID } from "node:crypto";
import type { Database, Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { lockProject } from "@/lib/projects/read/project-access.server";
import { type FilmDocument, makeFilm } from "../film-document";
import type { FilmDto } from "../film-dto";
import type { NewFilm } from "../film-input";
import { maxFilms } from "../film-limits";
import { listFilmGenerations } from "../places/list-film-generations.server";
import { nameGenerations } from "../places/resolve-places";
import { packFilm } from "../pack-film.server";
import { type FilmTarget, requireFilm } from "../read/film-access.server";
import { getFilm, openFilm } from "../read/read-films.server";
import { tellFilm } from "./tell-film.server";

/**
 * Creates a film, with its first version.
 *
 * @throws StudioError film.too-many, not-found or project.role for its project, input.invalid for a document that is too large
 */
export function createFilm(
  database: Database,
  userId: string,
  { title, projectId = null, aspect, frameRate, document = makeFilm({ aspect, frameRate }) }: NewFilm,
): Promise<FilmDto> {
  return database.$transaction(async (transaction) => {
    const id = await addFilm(transaction, { userId, projectId, title, document });
    return getFilm(transaction, { userId, id });
  });
}

/**
 * Copies what a person sees of a film: its document as it is now, for them. The copy is in the same project if they may add to
 * that one.
 *
 * @throws StudioError not-found, film.newer, film.too-many
 */
export function copyFilm(
  database: Database,
  { userId, id }: FilmTarget,
  { title }: { title?: string | undefined },
): Promise<FilmDto> {
  return database.$transaction(async (transaction) => {
    const role = await requireFilm(transaction, { userId, id }, "view");
    const film = await openFilm(transaction, { userId, id });
    const projectId = film.project?.id ?? null;
    const sent = await listFilmGenerations(transaction, {
      userId,
      filmId: id,
      projectId,
      document: film.document,
    });
    const copy = await addFilm(transaction, {
      userId,
      projectId: role === "work" ? projectId : await findOpenProject(transaction, userId, film),
      title: title ?? film.title,
      // Its own film has sent nothing: what this one waits for falls into the copy, too.
      document: nameGenerations(film.document, sent.generations),
    });
    return getFilm(transaction, { userId, id: copy });
  });
}

/** The project of a person's own film, while they may add to it. */
async function findOpenProject(
  transaction: Prisma.TransactionClient,
  userId: string,
  { role, project }: FilmDto,
): Promise<string | null> {
  if (role !== "owner" || !project) return null;
  const open = await transaction.project.count({
    where: { id: project.id, OR: [{ userId }, { members: { some: { userId, role: "work" } } }] },
  });
  return open > 0 ? project.id : null;
}

/** What a film brings along from another studio. */
interface MovedFilm {
  id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  /** Its versions that were kept; it gets the newest one anyway. */
  history: {
    number: number;
    name: string | null;
    document: FilmDocument;
    savedAt: Date;
    savedById: string | null;
  }[];
}

interface AddedFilm {
  userId: string;
  projectId: string | null;
  title: string;
  document: FilmDocument;
  moved?: MovedFilm;
}

/**
 * Adds a film with its first version, or with those that it brings along, and tells of it. Films of one person are added one after
 * the other.
 *
 * @throws StudioError film.too-many, not-found or project.role for its project, input.invalid for a document that is too large
 */
export async function addFilm(
  transaction: Prisma.TransactionClient,
  { userId, projectId, title, document, moved }: AddedFilm,
): Promise<string> {
  const { history = [], ...columns } = moved ?? {};
  const version = moved?.version ?? 1;
  const isWhole = history.some(({ number }) => number === version);
  const newest = { number: version, document, savedById: userId, saveKey: randomUUID() };
  const { text: _text, bytes: _bytes, hash, ...shown } = packFilm(document);
  await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
  if ((await transaction.film.count({ where: { userId } })) >= maxFilms) {
    throw new StudioError("film.too-many");
  }
  if (projectId !== null) await lockProject(transaction, { userId, id: projectId }, "work");
  const { id } = await transaction.film.create({
    data: {
      ...{ userId, projectId, title, document, documentHash: hash },
      ...shown,
      ...columns,
      versions: {
        createMany: {
          data: [...history, ...(isWhole ? [] : [newest])].map((each) => {
            const packed = packFilm(each.document);
            return { ...each, documentHash: packed.hash, bytes: packed.bytes };
          }),
        },
      },
    },
    select: { id: true },
  });
  await tellFilm(transaction, { id, version, ownerId: userId, projectIds: [projectId] });
  return id;
}
