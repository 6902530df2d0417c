"use client";

import { useQueries } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { itemQueries } from "@/components/queries/item-queries";
import type { LibraryView } from "@/components/takes/library-filter";

const named = ["model", "voice", "tag", "project"] as const;

/** Names the filters of an empty list that match nothing at all, such as those of a saved search whose tag is gone. */
export default function MissingValues({ view }: { view: LibraryView }) {
  const t = useTranslations("library.empty");
  const filters = named.flatMap((name) => {
    const value = view[name];
    return value === undefined ? [] : [{ name, value }];
  });
  const missing = useQueries({
    queries: filters.map(({ name, value }) =>
      itemQueries.months({ [name]: value, ...(view.trash ? { trash: view.trash } : {}) }),
    ),
    combine: (counts) => filters.filter((_, index) => counts[index]?.data?.total === 0),
  });
  return missing.map(({ name, value }) => (
    <span key={name} className="block wrap-anywhere">
      {t(`missing.${name}`, { value })}
    </span>
  ));
}
