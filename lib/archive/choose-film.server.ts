import type { Database } from "@/lib/db/database.server";
import { listFilmItems } from "@/lib/films/film-document";
import { listFilmGenerations } from "@/lib/films/places/list-film-generations.server";
import { nameGenerations } from "@/lib/films/places/resolve-places";
import type { FilmTarget } from "@/lib/films/read/film-access.server";
import { listFilmSources } from "@/lib/films/read/film-items.server";
import { openFilm } from "@/lib/films/read/read-films.server";

/** A film for an archive of its own, with what it needs of those who see it. */
export interface FilmChoice {
  title: string;
  /** Its row in the archive: as it is now, without project and earlier versions. */
  row: object;
  /** Items of the person that it uses and that are not in the trash. */
  ownItems: string[];
  /** Items of others in its project. */
  sharedItems: string[];
  /** The person's generations that its open shots wait for. */
  generations: string[];
}

/**
 * Chooses what the archive of a film contains.
 *
 * @throws StudioError not-found, film.newer
 */
export async function chooseFilm(database: Database, target: FilmTarget): Promise<FilmChoice> {
  const { userId, id } = target;
  const film = await openFilm(database, target);
  const projectId = film.project?.id ?? null;
  const sent = await listFilmGenerations(database, {
    userId,
    filmId: id,
    projectId,
    document: film.document,
  });
  // What was sent is in rows of this film, which stay here.
  const document = nameGenerations(film.document, sent.generations);
  const sources = await listFilmSources(database, { userId, projectId, itemIds: listFilmItems(document) });
  const { title, version, createdAt, updatedAt } = film;
  return {
    title,
    row: { id, title, projectId: null, version, document, createdAt, updatedAt, deletedAt: null },
    ownItems: sources.flatMap((source) => (source.isOwn && !source.isTrashed ? source.id : [])),
    sharedItems: sources.flatMap((source) => (source.isOwn ? [] : source.id)),
    generations: document.shots.flatMap(({ content }) =>
      content.kind === "place" && content.generationId ? content.generationId : [],
    ),
  };
}
