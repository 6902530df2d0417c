import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FilmPage, OpenFilm } from "@/lib/films/film-dto";
import { apiFetch } from "./api-fetch";

const pageSize = 40;

export const filmsAddress = "/api/v1/films";
export const filmAddress = (id: string) => `${filmsAddress}/${encodeURIComponent(id)}`;

export const filmQueries = {
  all: ["films"] as const,

  /** Those that the person sees, the last changed first. */
  list: (projectId?: string) =>
    infiniteQueryOptions({
      queryKey: [...filmQueries.all, "list", projectId ?? null] as const,
      queryFn: ({ pageParam, signal }) =>
        apiFetch<FilmPage>(filmsAddress, {
          signal,
          query: { projectId, cursor: pageParam, limit: pageSize },
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...filmQueries.all, "detail", id] as const,
      queryFn: ({ signal }) => apiFetch<OpenFilm>(filmAddress(id), { signal }),
    }),
};
