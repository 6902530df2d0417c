"use client";

import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, ListOrdered } from "lucide-react";
import { useTranslations } from "next-intl";
import { savedSearchQueries } from "@/components/queries/saved-search-queries";
import MenuContent, { type MenuItem } from "@/components/ui/menu-content";

interface SavedSearchChoicesProps {
  /** What the library shows. */
  query: string;
  onDialog: (dialog: "save" | "manage") => void;
}

/** The menu of `SavedSearchMenu`. Fetched with its first use, hence the default export. */
export default function SavedSearchChoices({ query, onDialog }: SavedSearchChoicesProps) {
  const t = useTranslations("library.saved");
  const { data } = useQuery(savedSearchQueries.list());
  const saved = data?.savedSearches ?? [];
  const known = saved.find((each) => each.query === query);
  const items: MenuItem[] = [
    query === ""
      ? { kind: "heading", label: t("nothingToSave") }
      : known
        ? { kind: "heading", label: t("isSaved", { name: known.name }) }
        : {
            label: t("save"),
            icon: <BookmarkPlus aria-hidden />,
            opensDialog: true,
            onSelect: () => onDialog("save"),
          },
    ...(saved.length > 0 ? [{ kind: "separator" } as const] : []),
    ...saved.map(({ name, query }) => ({ kind: "link" as const, label: name, href: `/library?${query}` })),
    ...(saved.length > 0
      ? [
          { kind: "separator" } as const,
          {
            label: t("manage"),
            icon: <ListOrdered aria-hidden />,
            opensDialog: true,
            onSelect: () => onDialog("manage"),
          },
        ]
      : []),
  ];
  return <MenuContent items={items} />;
}
