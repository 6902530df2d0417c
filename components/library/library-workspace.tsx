"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Check, CircleDot, Search, Shapes, Star, Trash, Trash2 } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { useGenerators } from "@/components/generators";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { LibraryGrid } from "./library-grid";
import {
  libraryStates,
  readLibraryView,
  toGenerationFilter,
  writeLibraryView,
  type LibraryState,
  type LibraryView,
} from "@/components/takes/library-filter";
import { ResultListContext } from "@/components/takes/result-list-context";
import { LoadMore } from "@/components/takes/load-more";
import { useShortcut } from "@/components/ui/use-shortcut";
import { Button, buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Menu } from "@/components/ui/menu";
import { Notice } from "@/components/ui/notice";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/progress";
import type { RememberedWidth } from "@/lib/appearance/remembered-width";

const searchDelayMs = 200;
const stateNames = Object.keys(libraryStates) as LibraryState[];

interface LibraryWorkspaceProps {
  /** What the server lays the results out for. */
  remembered: RememberedWidth;
  renderedAtMs: number;
}

/** Every result, newest first; its filters are kept in the address. */
export function LibraryWorkspace({ remembered, renderedAtMs }: LibraryWorkspaceProps) {
  const generators = useGenerators();
  const t = useTranslations("library");
  const search = useSearchParams();
  const view = readLibraryView(search);
  const list = useMemo(() => ({ ...readLibraryView(search), parentId: "" }), [search]);
  const query = useInfiniteQuery({
    ...generationQueries.list(toGenerationFilter(view)),
    placeholderData: keepPreviousData,
  });
  const generations = flattenPages(query.data);

  function show(changes: Partial<LibraryView>) {
    // Avoids a history entry for every letter.
    window.history.replaceState(null, "", writeLibraryView({ ...view, ...changes }));
  }

  const kind = generators.find(({ id }) => id === view.generator);
  return (
    <div className="flex flex-1 flex-col">
      <header className="z-10 flex flex-wrap items-center gap-2.5 border-b bg-ground page-x py-3 md:sticky md:top-0 md:py-4">
        <h1 className="mr-2 text-xl font-semibold tracking-tight max-sm:w-full">
          {view.trash ? t("trash") : t("title")}
        </h1>
        <SearchField value={view.q} onSearch={(q) => show({ q })} />
        <Menu
          label={t("filters.kind")}
          value={kind?.name ?? t("filters.allKinds")}
          variant="outline"
          align="start"
          items={[
            { label: t("filters.allKinds"), value: "" },
            ...generators.map(({ id, name }) => ({ label: name, value: id })),
          ].map(({ label, value }) => ({
            label,
            icon: <Check aria-hidden className={view.generator === value ? "" : "invisible"} />,
            onSelect: () => show({ generator: value }),
          }))}
        >
          <Shapes aria-hidden />
          {kind?.name ?? t("filters.allKinds")}
        </Menu>
        <Menu
          label={t("filters.state")}
          value={t(`filters.states.${view.state || "all"}`)}
          variant="outline"
          align="start"
          items={(["", ...stateNames] as const).map((state) => ({
            label: t(`filters.states.${state || "all"}`),
            icon: <Check aria-hidden className={view.state === state ? "" : "invisible"} />,
            onSelect: () => show({ state }),
          }))}
        >
          <CircleDot aria-hidden />
          {t(`filters.states.${view.state || "all"}`)}
        </Menu>
        <Button
          variant="outline"
          aria-pressed={view.favourite}
          className="aria-pressed:border-line-strong aria-pressed:text-text"
          onClick={() => show({ favourite: !view.favourite })}
        >
          <Star aria-hidden className={view.favourite ? "fill-current" : undefined} />
          {t("filters.favourites")}
        </Button>
        <Link
          href={writeLibraryView({ ...view, q: "", trash: !view.trash })}
          prefetch={false}
          className={`${buttonVariants({ variant: "ghost" })} ml-auto`}
        >
          {view.trash ? null : <Trash2 aria-hidden />}
          {view.trash ? t("backToLibrary") : t("trash")}
        </Link>
      </header>
      <div className="page-x flex-1 pb-10">
        {query.isPending ? <GridSkeleton /> : null}
        {query.isError && generations.length === 0 ? (
          <Notice
            className="mt-6"
            title={t("loadFailed")}
            actions={
              <Button size="small" variant="outline" onClick={() => void query.refetch()}>
                {t("tryAgain")}
              </Button>
            }
          />
        ) : null}
        {query.isSuccess && generations.length === 0 ? <Nothing view={view} onClear={show} /> : null}
        {generations.length > 0 ? (
          <ResultListContext value={list}>
            <LibraryGrid
              generations={generations}
              complete={!query.hasNextPage}
              trash={view.trash}
              remembered={remembered}
              renderedAtMs={renderedAtMs}
            />
          </ResultListContext>
        ) : null}
        <LoadMore query={query} />
      </div>
    </div>
  );
}

/** The search text; the address follows while the person types. */
function SearchField({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const t = useTranslations("library");
  const tCommon = useTranslations("common");
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useShortcut("/", () => inputRef.current?.focus());
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (document.activeElement !== inputRef.current) setText(value);
  }, [value]);

  function search(changed: string) {
    setText(changed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onSearch(changed);
    }, searchDelayMs);
  }

  /** Searches at once what is typed: a later search would replace the navigation to a result. */
  function searchNow() {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    onSearch(text);
  }

  return (
    <search className="min-w-40 flex-1 sm:max-w-80">
      <SearchInput
        ref={inputRef}
        aria-label={t("search")}
        aria-keyshortcuts="/"
        placeholder={t("searchPlaceholder")}
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
        onBlur={searchNow}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (text) search("");
          else event.currentTarget.blur();
        }}
        onClear={() => search("")}
        clearLabel={tCommon("clearSearch")}
        shortcutKey="/"
        className="h-8.5!"
      />
    </search>
  );
}

function Nothing({ view, onClear }: { view: LibraryView; onClear: (changes: Partial<LibraryView>) => void }) {
  const t = useTranslations("library.empty");
  const narrowed = view.q !== "" || view.generator !== "" || view.state !== "" || view.favourite;
  const onlyFavourites = view.favourite && view.q === "" && view.generator === "" && view.state === "";
  if (narrowed) {
    const title = view.q ? t("nothingFoundFor", { q: view.q }) : t("nothingFound");
    return (
      <EmptyState
        icon={<Search aria-hidden />}
        title={onlyFavourites ? t("noFavourites") : title}
        actions={
          <Button onClick={() => onClear({ q: "", generator: "", state: "", favourite: false })}>
            {t("showAll")}
          </Button>
        }
      >
        {onlyFavourites ? t("noFavouritesExplanation") : null}
      </EmptyState>
    );
  }
  if (view.trash) {
    return (
      <EmptyState icon={<Trash aria-hidden />} title={t("trashEmpty")}>
        {t("trashExplanation")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Shapes aria-hidden />}
      title={t("title")}
      actions={
        <Link href="/" className={buttonVariants({ variant: "primary" })}>
          {t("begin")}
        </Link>
      }
    >
      {t("explanation")}
    </EmptyState>
  );
}

function GridSkeleton() {
  return (
    <div aria-hidden className="pt-6">
      <Skeleton className="mb-3 h-5 w-40" />
      <div className="flex flex-wrap gap-2">
        {["w-65", "w-52", "w-75", "w-45", "w-60", "w-80"].map((width) => (
          <Skeleton key={width} className={`h-43 rounded-lg ${width}`} />
        ))}
      </div>
    </div>
  );
}
