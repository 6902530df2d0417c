import { z } from "zod";
import { Prisma } from "@/lib/db/database.server";
import { readJson } from "@/lib/errors/read-json";
import { StudioError } from "@/lib/errors/studio-error";
import { requireProject } from "@/lib/projects/read/project-access.server";
import { listFilmItems } from "../film-document";
import { type FilmDto, type FilmPage, filmDtoSchema, type OpenFilm } from "../film-dto";
import type { ListFilmsQuery } from "../film-input";
import { unpackFilm } from "../pack-film.server";
import { type FilmTarget, filmRoleOf, type Reader } from "./film-access.server";
import { describeSources, listFilmSources } from "./film-items.server";

interface FilmRow {
  id: string;
  title: string;
  role: string | null;
  owner: string;
  projectId: string | null;
  projectTitle: string | null;
  projectColour: string | null;
  aspect: string;
  shots: number;
  durationMs: number;
  coverItemId: string | null;
  coverAssetId: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

const describeFilms = (userId: string, chosen: Prisma.Sql, more: Prisma.Sql = Prisma.empty) => Prisma.sql`
  SELECT film."id", film."title", ${filmRoleOf(userId)} AS "role", owner."name" AS "owner",
    project."id" AS "projectId", project."title" AS "projectTitle", project."colour" AS "projectColour",
    film."aspect", film."shotCount" AS "shots", film."durationMs",
    cover."id" AS "coverItemId", cover."assetId" AS "coverAssetId",
    film."version", film."createdAt", film."updatedAt", film."deletedAt" ${more}
  FROM (${chosen}) film
  JOIN "User" owner ON owner."id" = film."userId"
  LEFT JOIN "Project" project ON project."id" = film."projectId"
  LEFT JOIN "Item" cover ON cover."id" = film."coverItemId" AND cover."deletedAt" IS NULL AND (
    cover."userId" = ${userId}::uuid OR EXISTS (
      SELECT FROM "ProjectItem" placed
      WHERE placed."itemId" = cover."id" AND placed."projectId" = film."projectId"
    )
  )`;

const columns = Prisma.sql`
  "id", "userId", "projectId", "title", "aspect", "shotCount", "durationMs", "coverItemId", "version", "createdAt",
  "updatedAt", "deletedAt"`;

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/**
 * A page of the films that a person sees, the last changed first: all of them, those of a project, or their own in the trash.
 *
 * @throws StudioError not-found for a project that they don't see, input.invalid for a cursor that is none
 */
export async function listFilms(
  database: Reader,
  userId: string,
  { projectId, trashed, limit, cursor }: ListFilmsQuery,
): Promise<FilmPage> {
  if (projectId !== undefined) await requireProject(database, { userId, id: projectId }, "view");
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const seen = trashed
    ? Prisma.sql`"userId" = ${userId}::uuid AND "deletedAt" IS NOT NULL`
    : Prisma.sql`"deletedAt" IS NULL AND (
        "userId" = ${userId}::uuid
        OR "projectId" IN (SELECT "id" FROM "Project" WHERE "userId" = ${userId}::uuid)
        OR "projectId" IN (SELECT "projectId" FROM "ProjectMember" WHERE "userId" = ${userId}::uuid)
      )`;
  const chosen = Prisma.sql`
    SELECT ${columns} FROM "Film" WHERE ${seen}
      ${projectId === undefined ? Prisma.empty : Prisma.sql`AND "projectId" = ${projectId}::uuid`}
      ${after ? Prisma.sql`AND ("updatedAt", "id") < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
    ORDER BY "updatedAt" DESC, "id" DESC LIMIT ${limit + 1}`;
  const rows = await database.$queryRaw<FilmRow[]>`
    ${describeFilms(userId, chosen)} ORDER BY film."updatedAt" DESC, film."id" DESC`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    films: page.map(toFilmDto),
    nextCursor: last && rows.length > limit ? writeCursor(last) : null,
  };
}

/**
 * A film that the person sees, without its document.
 *
 * @throws StudioError not-found
 */
export async function getFilm(database: Reader, target: FilmTarget): Promise<FilmDto> {
  const [row] = await database.$queryRaw<FilmRow[]>`
    ${describeFilms(target.userId, Prisma.sql`SELECT ${columns} FROM "Film" WHERE "id" = ${target.id}::uuid`)}`;
  if (!row?.role) throw new StudioError("not-found");
  return toFilmDto(row);
}

/**
 * A film that the person sees, with its document and what they see of its items.
 *
 * @throws StudioError not-found, film.newer for a document of a newer version of the studio
 */
export async function openFilm(database: Reader, { userId, id }: FilmTarget): Promise<OpenFilm> {
  const chosen = Prisma.sql`SELECT ${columns}, "document" FROM "Film" WHERE "id" = ${id}::uuid`;
  const [row] = await database.$queryRaw<(FilmRow & { document: unknown })[]>`
    ${describeFilms(userId, chosen, Prisma.sql`, film."document"`)}`;
  if (!row?.role) throw new StudioError("not-found");
  const document = unpackFilm(row.document);
  const itemIds = listFilmItems(document);
  const sources = await listFilmSources(database, { userId, projectId: row.projectId, itemIds });
  return { ...toFilmDto(row), document, ...describeSources(itemIds, sources) };
}

const { role: roleSchema, aspect: aspectSchema, project: projectSchema } = filmDtoSchema.shape;

function toFilmDto(row: FilmRow): FilmDto {
  const { id, title, owner, shots, durationMs, coverItemId, coverAssetId, version } = row;
  return {
    id,
    title,
    role: roleSchema.parse(row.role),
    owner,
    project: projectSchema.parse(
      row.projectId && { id: row.projectId, title: row.projectTitle, colour: row.projectColour },
    ),
    aspect: aspectSchema.parse(row.aspect),
    shots,
    durationMs,
    cover: coverItemId && coverAssetId ? { itemId: coverItemId, assetId: coverAssetId } : null,
    version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

function writeCursor({ updatedAt, id }: FilmRow): string {
  return Buffer.from(JSON.stringify([updatedAt.toISOString(), id])).toString("base64url");
}

/** @throws StudioError input.invalid */
function readCursor(cursor: string): readonly [string, string] {
  const position = readJson(cursorSchema, Buffer.from(cursor, "base64url").toString());
  if (!position) throw new StudioError("input.invalid", { fields: [{ path: "cursor", key: "cursor" }] });
  return position;
}
