"use client";

import { Ellipsis } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import type { FilmDto } from "@/lib/films/film-dto";
import { AspectShape } from "./aspect-shape";
import { FilmCover } from "./film-cover";
import { FilmMenuContent } from "./lazy-film-menu";

/** A film in the list of films: it opens the desk, and its menu has what is done with the whole film. */
export function FilmCard({ film }: { film: FilmDto }) {
  const t = useTranslations("films");
  const format = useFormatter();
  const facts = [
    t("shots", { count: film.shots }),
    film.deletedAt
      ? t("trash.since", { date: format.dateTime(new Date(film.deletedAt), "dayAndMonth") })
      : t("changed", { date: format.dateTime(new Date(film.updatedAt), "dayAndMonth") }),
    film.role === "owner" ? null : t("of", { name: film.owner }),
  ];
  const face = <FilmCover film={film} sizes="20rem" />;
  return (
    <li className="group relative min-w-0">
      {film.deletedAt ? (
        <div className="opacity-70">{face}</div>
      ) : (
        <Link href={`/films/${film.id}`} aria-label={film.title} className="block rounded-lg">
          {face}
        </Link>
      )}
      <div className="mt-2 flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 text-sm font-medium">
            <AspectShape aspect={film.aspect} className="text-text-3" />
            <span className="truncate" dir="auto">
              {film.title}
            </span>
          </h2>
          <p className="mt-0.5 truncate text-xs text-text-3">
            {film.aspect}
            {t("separator")}
            {facts.filter((fact) => fact !== null).join(t("separator"))}
          </p>
          {film.project ? (
            <p
              data-colour={film.project.colour}
              className="mt-0.5 flex items-center gap-1.5 text-xs text-text-2"
            >
              <span aria-hidden className="size-2 shrink-0 rounded-full bg-(--project)" />
              <Link
                href={`/projects/${film.project.id}`}
                className="truncate rounded-xs hover:text-text"
                dir="auto"
              >
                {film.project.title}
              </Link>
            </p>
          ) : null}
        </div>
        <Menu
          label={t("menu", { title: film.title })}
          variant="ghost"
          size="icon-small"
          content={<FilmMenuContent film={film} />}
        >
          <Ellipsis aria-hidden />
        </Menu>
      </div>
    </li>
  );
}
