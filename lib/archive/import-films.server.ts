import type { Database } from "@/lib/db/database.server";
import { addFilm } from "@/lib/films/change/create-film.server";
import { type FilmDocument, filmDocumentSchema } from "@/lib/films/film-document";
import { maxFilmBytes, maxFilms } from "@/lib/films/film-limits";
import { mapFilmIds } from "@/lib/films/map-film-ids";
import { isNewerFilm } from "@/lib/films/pack-film.server";
import { ArchiveError } from "./archive-error";
import type { ArchiveRow } from "./archive-tables.server";
import { RowGroups } from "./group-rows";
import { mapItems } from "./import-projects.server";
import { mapIds } from "./map-ids.server";
import type { Archive } from "./open-archive.server";

interface Target {
  archive: Archive;
  database: Database;
  userId: string;
}

/**
 * Whether an archive is that of one film: of its generations only what the film needs, and without its history. The archive of the
 * account, which has all of it, may follow.
 */
export const isOfFilm = ({ manifest }: Archive): boolean => manifest.film !== undefined;

/** A film of an archive as it is here, and whether the account had it already. */
export interface ImportedFilm {
  id: string;
  isKnown: boolean;
}

/** A history has up to 32 MB. */
const historyTimeoutMs = 60_000;

interface ArchivedFilm {
  /** What it gets here. */
  id: string;
  isKnown: boolean;
  film: ArchiveRow<"films"> & { document: FilmDocument };
  versions: (ArchiveRow<"filmVersions"> & { document: FilmDocument })[];
}

/**
 * Before anything is written: that all films can be read, and that the account may have so many.
 *
 * @throws ArchiveError
 */
export async function checkFilms(target: Target): Promise<void> {
  let added = 0;
  for await (const { isKnown } of readFilms(target)) added += isKnown ? 0 : 1;
  const { database, userId } = target;
  const has = await database.film.count({ where: { userId } });
  if (added > 0 && has + added > maxFilms) {
    throw new ArchiveError(
      `An account can have ${maxFilms} films, with those in the trash. This one has ${has}, and the archive adds ${added}.`,
      { fault: "films" },
    );
  }
}

/**
 * Adds films that the account doesn't have, each with its history at once. They name what the account has of their items and
 * generations. What it lacks keeps its ID, and is missing in the film. Returns all films of the archive.
 */
export async function importFilms(target: Target): Promise<ImportedFilm[]> {
  const { database, userId } = target;
  const films: ImportedFilm[] = [];
  for await (const { id, isKnown, film, versions } of readFilms(target)) {
    films.push({ id, isKnown });
    if (isKnown) continue;
    const [document, ...others] = await mapDocuments(target, [film, ...versions]);
    const { title, projectId, version, createdAt, updatedAt, deletedAt } = film;
    const history = versions.map(({ number, name, savedAt, isOwn }, index) => ({
      ...{ number, name, savedAt, document: others[index]!, savedById: isOwn ? userId : null },
    }));
    const project = await findProject(target, projectId);
    await database.$transaction(
      (transaction) =>
        addFilm(transaction, {
          ...{ userId, title, document: document!, projectId: project },
          moved: { id, version, createdAt, updatedAt, deletedAt, history },
        }),
      { timeout: historyTimeoutMs },
    );
  }
  return films;
}

async function* readFilms({ archive, database, userId }: Target): AsyncGenerator<ArchivedFilm> {
  const groups = new RowGroups("versions", "filmId", archive.readRows("filmVersions"));
  let last = "";
  for await (const film of archive.readRows("films")) {
    if (film.id <= last) throw new ArchiveError("The films of the archive are not sorted.");
    last = film.id;
    const versions = await groups.take(film.id);
    for (const { number } of versions) {
      if (number > film.version) {
        throw new ArchiveError(`The film ${film.id} of the archive has a version after its last one.`);
      }
    }
    const asCopies = isOfFilm(archive);
    const ids = await mapIds(database, { table: "Film", userId, ids: [film.id], asCopies });
    const read = <Row extends { document: object }>(row: Row) => ({
      ...row,
      document: readDocument(film, row),
    });
    const { id, isKnown } = ids.get(film.id)!;
    yield { id, isKnown, film: read(film), versions: versions.map(read) };
  }
  await groups.end();
}

function readDocument({ title }: { title: string }, { document }: { document: object }): FilmDocument {
  const name = JSON.stringify(title);
  if (isNewerFilm(document)) {
    throw new ArchiveError(
      `The film ${name} is of a newer version of Reverie. Update Reverie, then import.`,
      {
        fault: "newer",
      },
    );
  }
  const parsed = filmDocumentSchema.safeParse(document);
  if (!parsed.success || Buffer.byteLength(JSON.stringify(parsed.data)) > maxFilmBytes) {
    throw new ArchiveError(`The film ${name} of the archive can't be read.`, { cause: parsed.error });
  }
  return parsed.data;
}

/** The documents with the IDs that their items and generations have here. */
async function mapDocuments(
  { archive, database, userId }: Target,
  rows: readonly { document: FilmDocument }[],
): Promise<FilmDocument[]> {
  const named = { items: new Set<string>(), generations: new Set<string>() };
  // As PostgreSQL writes them.
  const note = (set: Set<string>) => (id: string) => {
    set.add(id.toLowerCase());
    return id;
  };
  const notes = { itemId: note(named.items), generationId: note(named.generations) };
  for (const { document } of rows) mapFilmIds(document, notes);
  const asCopies = isOfFilm(archive);
  const items = await mapItems(database, userId, [...named.items], asCopies);
  const ids = [...named.generations];
  const generations = await mapIds(database, { table: "Generation", userId, ids, asCopies });
  return rows.map(({ document }) =>
    mapFilmIds(document, {
      itemId: (id) => items.get(id.toLowerCase()) ?? id,
      generationId: (id) => {
        const mapped = generations.get(id.toLowerCase())!;
        return mapped.isKnown ? mapped.id : id;
      },
    }),
  );
}

/** The project that its films come back to, if the account has it. */
async function findProject({ database, userId }: Target, projectId: string | null): Promise<string | null> {
  if (projectId === null) return null;
  const { id, isKnown } = (await mapIds(database, { table: "Project", userId, ids: [projectId] })).get(
    projectId,
  )!;
  return isKnown ? id : null;
}
