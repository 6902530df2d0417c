"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, FileInput, Film, Plus, Trash } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { filmQueries } from "@/components/queries/film-queries";
import { LoadFailed } from "@/components/takes/load-failed";
import { LoadMore } from "@/components/takes/load-more";
import { Button, buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Link } from "@/components/ui/link";
import { FilmCard } from "./film-card";
import { FilmDialogs } from "./film-dialogs";

const loaders = { new: () => import("./new-film-dialog"), import: () => import("./import-film-dialog") };

/** The films that a person sees, or their own in the trash, as cards. */
export function FilmsWorkspace({ isTrash }: { isTrash: boolean }) {
  const t = useTranslations("films");
  const query = useInfiniteQuery(filmQueries.list(isTrash ? { trashed: "true" } : {}));
  const [open, setOpen] = useState<keyof typeof loaders | null>(null);
  const close = () => setOpen(null);
  const films = query.data?.pages.flatMap((page) => page.films) ?? [];
  const isEmpty = query.isSuccess && films.length === 0;
  const create = (
    <>
      <Button onClick={() => setOpen("import")}>
        <FileInput aria-hidden className="max-sm:hidden" />
        {t("import.label")}
      </Button>
      <Button variant="primary" onClick={() => setOpen("new")}>
        <Plus aria-hidden />
        {t("new")}
      </Button>
    </>
  );
  return (
    <div data-film className="flex flex-1 flex-col">
      <header className="flex min-h-16 flex-wrap items-center gap-2.5 border-b page-x py-3 md:py-4">
        {isTrash ? (
          <Link
            href="/films"
            aria-label={t("title")}
            className={buttonVariants({ variant: "ghost", size: "icon-small", className: "-ml-2" })}
          >
            <ArrowLeft aria-hidden />
          </Link>
        ) : null}
        <h1 className="mr-auto text-xl font-semibold tracking-tight">
          {isTrash ? t("trash.title") : t("title")}
        </h1>
        {isTrash ? null : (
          <>
            <Link href="/films?trash=true" className={buttonVariants({ variant: "ghost" })}>
              <Trash aria-hidden />
              <span className="max-sm:sr-only">{t("trash.label")}</span>
            </Link>
            {isEmpty ? null : create}
          </>
        )}
      </header>
      <div className="flex-1 page-x py-5">
        {query.isError && films.length === 0 ? <LoadFailed onRetry={() => void query.refetch()} /> : null}
        {isEmpty && isTrash ? (
          <EmptyState icon={<Trash aria-hidden />} title={t("trash.empty")}>
            {t("trash.emptyExplanation")}
          </EmptyState>
        ) : null}
        {isEmpty && !isTrash ? (
          <EmptyState icon={<Film aria-hidden />} title={t("empty.title")} actions={create}>
            {t("empty.explanation")}
          </EmptyState>
        ) : null}
        {films.length > 0 ? (
          <ul className="grid grid-cols-1 gap-x-4 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]">
            {films.map((film) => (
              <FilmCard key={film.id} film={film} />
            ))}
          </ul>
        ) : null}
        <LoadMore query={query} />
      </div>
      <FilmDialogs />
      {open ? (
        <FetchedPart key={open} load={loaders[open]} props={{ onClose: close }} onFailed={close} />
      ) : null}
    </div>
  );
}
