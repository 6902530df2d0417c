"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { usePathname, useSearchParams } from "next/navigation";
import { savedSearchQueries } from "@/components/queries/saved-search-queries";
import type { SavedSearches } from "@/lib/saved-searches/saved-search-dto";

/** In the rail: the person's saved searches, each as a link to what it finds. */
export function SavedSearchLinks({ initial }: { initial: SavedSearches }) {
  const t = useTranslations("shell.navigation");
  const isLibrary = usePathname() === "/library";
  const search = useSearchParams();
  const { data } = useQuery({ ...savedSearchQueries.list(), initialData: initial });
  if (data.savedSearches.length === 0) return null;
  const shown = new URLSearchParams(search);
  shown.delete("at");
  shown.delete("view");
  return (
    <ul data-rail-more aria-label={t("savedSearches")} className="grid gap-0.5">
      {data.savedSearches.map(({ id, name, query }) => (
        <li key={id}>
          <Link
            href={`/library?${query}`}
            title={name}
            aria-current={isLibrary && shown.toString() === query ? "page" : undefined}
            className="block truncate rounded-md py-1 pr-2 pl-8.5 text-xs text-text-3 transition-colors hover:bg-raised/60 hover:text-text aria-[current]:bg-raised aria-[current]:text-text"
          >
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
