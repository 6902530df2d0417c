import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import type { FilmPage, FilmVersionPage, OpenFilm } from "@/lib/films/film-dto";
import type { FilmGenerations } from "@/lib/films/places/film-generation-dto";
import { apiFetch } from "./api-fetch";

const pageSize = 40;

export const filmsAddress = "/api/v1/films";
export const filmAddress = (id: string) => `${filmsAddress}/${encodeURIComponent(id)}`;
/** With its items, for another studio. */
export const filmArchiveAddress = (id: string) => `${filmAddress(id)}/archive`;

/** Which films a list has: all that the person sees, those of a project, or the person's own in the trash. */
export interface FilmList {
  projectId?: string;
  trashed?: "true";
}

const filmLists = ["films", "list"] as const;

export const filmGenerationsAddress = (id: string) => `${filmAddress(id)}/generations`;

export const filmQueries = {
  all: ["films"] as const,

  /** The last changed first. */
  list: (list: FilmList = {}) =>
    infiniteQueryOptions({
      queryKey: [...filmLists, list] as const,
      queryFn: ({ pageParam, signal }) =>
        apiFetch<FilmPage>(filmsAddress, { signal, query: { ...list, cursor: pageParam, limit: pageSize } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** What was sent for its shots and captions. */
  generations: (id: string) =>
    queryOptions({
      queryKey: [...filmQueries.all, "generations", id] as const,
      queryFn: ({ signal }) => apiFetch<FilmGenerations>(filmGenerationsAddress(id), { signal }),
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...filmQueries.all, "detail", id] as const,
      queryFn: ({ signal }) => apiFetch<OpenFilm>(filmAddress(id), { signal }),
    }),

  /** The saved versions, the newest first. */
  versions: (id: string) =>
    infiniteQueryOptions({
      queryKey: [...filmQueries.all, "versions", id] as const,
      queryFn: ({ pageParam, signal }) =>
        apiFetch<FilmVersionPage>(`${filmAddress(id)}/versions`, {
          signal,
          query: { cursor: pageParam, limit: pageSize },
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
};

/** Reloads the lists of films, after one of them changed. */
export function refreshFilmLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: filmLists });
}
