"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { filmQueries } from "@/components/queries/film-queries";
import { Link } from "@/components/ui/link";
import { FilmCover } from "./film-cover";

/** The films of a project in a row, above its items; nothing without any. */
export function ProjectFilms({ projectId }: { projectId: string }) {
  const t = useTranslations("films");
  const { data } = useInfiniteQuery(filmQueries.list({ projectId }));
  const films = data?.pages.flatMap((page) => page.films) ?? [];
  if (films.length === 0) return null;
  return (
    <section aria-label={t("title")} data-film className="page-x pb-5">
      <h2 className="pb-2 text-sm font-medium text-text-2">{t("title")}</h2>
      <ul className="flex gap-3 overflow-x-auto pb-1">
        {films.map((film) => (
          <li key={film.id} className="w-48 shrink-0">
            <Link href={`/films/${film.id}`} className="group block rounded-lg">
              <FilmCover film={film} sizes="12rem" />
              <span className="mt-1.5 block truncate text-sm font-medium" dir="auto">
                {film.title}
              </span>
              <span className="block text-xs text-text-3">{t("shots", { count: film.shots })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
