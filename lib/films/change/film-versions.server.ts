import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { FilmVersionDto, FilmVersionPage, FilmVersionWithDocument, SavedFilm } from "../film-dto";
import type { ListVersionsQuery } from "../film-input";
import { maxNamedVersions } from "../film-limits";
import { unpackFilm } from "../pack-film.server";
import { type FilmTarget, lockFilm, requireFilm } from "../read/film-access.server";
import { saveFilm } from "./save-film.server";

interface VersionTarget extends FilmTarget {
  number: number;
}

const listed = { number: true, name: true, savedAt: true, savedBy: { select: { name: true } } } as const;

interface VersionRow {
  number: number;
  name: string | null;
  savedAt: Date;
  savedBy: { name: string } | null;
}

const toDto = ({ number, name, savedAt, savedBy }: VersionRow): FilmVersionDto => ({
  number,
  name,
  savedAt: savedAt.toISOString(),
  savedBy: savedBy?.name ?? null,
});

/**
 * A page of the versions of a film that are kept, the newest first.
 *
 * @throws StudioError not-found
 */
export async function listVersions(
  database: Database,
  { userId, id }: FilmTarget,
  { limit, cursor }: ListVersionsQuery,
): Promise<FilmVersionPage> {
  await requireFilm(database, { userId, id }, "view");
  const rows = await database.filmVersion.findMany({
    where: { filmId: id, ...(cursor === undefined ? {} : { number: { lt: cursor } }) },
    orderBy: { number: "desc" },
    take: limit + 1,
    select: listed,
  });
  const page = rows.slice(0, limit);
  return {
    versions: page.map(toDto),
    nextCursor: rows.length > limit ? String(page.at(-1)!.number) : null,
  };
}

/**
 * A version of a film with its document.
 *
 * @throws StudioError not-found, also for one that was thinned out; film.newer
 */
export async function getVersion(
  database: Database,
  { userId, id, number }: VersionTarget,
): Promise<FilmVersionWithDocument> {
  await requireFilm(database, { userId, id }, "view");
  const row = await database.filmVersion.findUnique({
    where: { filmId_number: { filmId: id, number } },
    select: { ...listed, document: true },
  });
  if (!row) throw new StudioError("not-found");
  return { ...toDto(row), document: unpackFilm(row.document) };
}

/**
 * Names a version, which keeps it, or takes its name.
 *
 * @throws StudioError not-found, film.role, film.too-many-names
 */
export function nameVersion(
  database: Database,
  { userId, id, number }: VersionTarget,
  { name }: { name: string | null },
): Promise<FilmVersionDto> {
  return database.$transaction(async (transaction) => {
    await lockFilm(transaction, { userId, id }, "work");
    const others = { filmId: id, number: { not: number }, name: { not: null } };
    if (name !== null && (await transaction.filmVersion.count({ where: others })) >= maxNamedVersions) {
      throw new StudioError("film.too-many-names");
    }
    const { count } = await transaction.filmVersion.updateMany({
      where: { filmId: id, number },
      data: { name },
    });
    if (count === 0) throw new StudioError("not-found");
    return toDto(
      await transaction.filmVersion.findUniqueOrThrow({
        where: { filmId_number: { filmId: id, number } },
        select: listed,
      }),
    );
  });
}

/**
 * Saves what a version holds as the next version of its film.
 *
 * @throws StudioError as `getVersion` and `saveFilm`
 */
export async function restoreVersion(
  database: Database,
  { number, ...target }: VersionTarget,
  { version, key }: { version: number; key: string },
): Promise<SavedFilm> {
  const { document } = await getVersion(database, { ...target, number });
  return saveFilm(database, target, { version, key, document });
}
