import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { FilmExportDto, FilmExportList } from "@/lib/films/export-dto";
import { apiFetch } from "./api-fetch";
import { filmAddress, filmQueries } from "./film-queries";

export const exportsAddress = (filmId: string) => `${filmAddress(filmId)}/exports`;

/** The exports of a film, the newest first. */
export const filmExports = (filmId: string) =>
  queryOptions({
    queryKey: [...filmQueries.all, "exports", filmId] as const,
    queryFn: ({ signal }) => apiFetch<FilmExportList>(exportsAddress(filmId), { signal }),
  });

/** Shows the newer state of an export, where its film's are shown. */
export function applyFilmExport(client: QueryClient, news: FilmExportDto): void {
  client.setQueryData(filmExports(news.filmId).queryKey, (list) => {
    if (!list) return list;
    const known = list.exports.find(({ id }) => id === news.id);
    if (!known) return { exports: [news, ...list.exports] };
    if (known.revision >= news.revision) return list;
    return { exports: list.exports.map((each) => (each.id === news.id ? news : each)) };
  });
}
