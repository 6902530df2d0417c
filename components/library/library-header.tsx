"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowDownNarrowWide, ArrowLeft, Trash2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { itemQueries } from "@/components/queries/item-queries";
import {
  toItemList,
  wholeLibrary,
  writeLibraryView,
  type LibraryView,
} from "@/components/takes/library-filter";
import { buttonVariants } from "@/components/ui/button";
import { itemSorts } from "@/lib/items/item-names";
import { FilterMenu } from "./filter-menu";
import { LibraryFilters } from "./library-filters";
import { LibrarySearch } from "./library-search";
import { SavedSearchMenu } from "./saved-searches/saved-search-menu";

interface LibraryHeaderProps {
  view: LibraryView;
  onShow: (changes: Partial<LibraryView>) => void;
  /** Further actions on what is shown. */
  actions: ReactNode;
}

/** What the library shows, how many items that are, and everything that changes it. */
export const LibraryHeader = memo(function LibraryHeader({ view, onShow, actions }: LibraryHeaderProps) {
  const t = useTranslations("library");
  const { data: counts } = useQuery({
    ...itemQueries.months(toItemList(view)),
    placeholderData: keepPreviousData,
  });
  const isTrash = view.trash === "true";
  const { sort = "newest" } = view;
  return (
    <header className="z-10 flex flex-wrap items-center gap-x-2.5 gap-y-2 border-b bg-ground page-x py-3 md:sticky md:top-0">
      <h1 className="text-xl font-semibold tracking-tight">{isTrash ? t("trash") : t("title")}</h1>
      <span className="mr-2 min-w-16 text-xs text-text-3" aria-live="polite">
        {counts ? t(counts.exact ? "total" : "totalAbout", { count: counts.total }) : null}
      </span>
      <LibrarySearch value={view.q} onSearch={(q) => onShow({ q })} />
      {/* On phones, always a row of its own: its first icon, arriving alone, would fit beside the search and then move. */}
      <div className="flex items-center gap-2 max-md:-mr-3 max-md:flex-wrap max-md:gap-0.5 max-sm:w-[calc(100%+--spacing(3))] md:ml-auto">
        <FilterMenu
          label={t("filters.sort")}
          icon={<ArrowDownNarrowWide aria-hidden />}
          value={t(`filters.sorts.${sort}`)}
          isSet={sort !== "newest"}
          align="end"
          options={itemSorts.map((each) => ({
            label: t(`filters.sorts.${each}`),
            isChosen: sort === each,
            onChoose: () => onShow({ sort: each }),
          }))}
        />
        <SavedSearchMenu view={view} />
        {actions}
        <Link
          href={writeLibraryView(isTrash ? wholeLibrary : { ...wholeLibrary, trash: "true" })}
          className={buttonVariants({ variant: "ghost", className: "max-md:gap-0" })}
        >
          {isTrash ? <ArrowLeft aria-hidden /> : <Trash2 aria-hidden />}
          <span className="max-md:sr-only">{isTrash ? t("backToLibrary") : t("trash")}</span>
        </Link>
      </div>
      <LibraryFilters view={view} onShow={onShow} />
    </header>
  );
});
