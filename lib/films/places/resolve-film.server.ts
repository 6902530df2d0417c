import type { FilmDocument } from "../film-document";
import type { Reader } from "../read/film-access.server";
import type { FilmGenerations } from "./film-generation-dto";
import { listFilmGenerations } from "./list-film-generations.server";
import { resolvePlaces } from "./resolve-places";

/** A document with what was generated for it in its shots. */
export interface ResolvedDocument extends FilmGenerations {
  document: FilmDocument;
}

/**
 * Puts what was generated for a film into a document of it, also where no browser has saved that yet. What is saved stays as it is.
 * Of others, only what the person sees counts.
 */
export async function resolveDocument(
  database: Reader,
  film: { userId: string; filmId: string; projectId: string | null; document: FilmDocument },
): Promise<ResolvedDocument> {
  const sent = await listFilmGenerations(database, film);
  return { ...sent, document: resolvePlaces(film.document, sent.generations) };
}
