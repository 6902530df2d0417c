import type { QueryClient } from "@tanstack/react-query";
import { filmQueries, refreshFilmLists } from "./film-queries";

/** The `film` event: the version of a film's document now, or null once it is deleted for good. */
export interface FilmNews {
  id: string;
  version: number | null;
}

const desks = new Map<string, (version: number | null) => void>();

/** Calls back with news of a film while its desk is open, which reads it only if it has to. Returns what ends it. */
export function hearFilm(id: string, listener: (version: number | null) => void): () => void {
  desks.set(id, listener);
  return () => {
    if (desks.get(id) === listener) desks.delete(id);
  };
}

/** Passes news on to the desk of the film, and has everything else loaded again. */
export function applyFilmNews(client: QueryClient, { id, version }: FilmNews): void {
  void refreshFilmLists(client);
  void client.invalidateQueries({ queryKey: filmQueries.versions(id).queryKey });
  const listener = desks.get(id);
  if (listener) listener(version);
  else void client.invalidateQueries({ queryKey: filmQueries.detail(id).queryKey });
}
