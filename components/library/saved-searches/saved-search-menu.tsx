"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, ListOrdered } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { savedSearchQueries } from "@/components/queries/saved-search-queries";
import { writeLibraryQuery, type LibraryView } from "@/components/takes/library-filter";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu, type MenuItem } from "@/components/ui/menu";

const loadSaveDialog = () => import("./save-search-dialog");
const loadManageDialog = () => import("./manage-searches-dialog");

/** Saves what the library shows, opens what was saved, and leads to the rest; a phone has no rail. */
export function SavedSearchMenu({ view }: { view: LibraryView }) {
  const t = useTranslations("library.saved");
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...savedSearchQueries.list(), enabled: wanted });
  const saved = data?.savedSearches ?? [];
  const query = writeLibraryQuery(view).toString();
  const known = saved.find((each) => each.query === query);
  const close = () => setDialog(null);
  const items: MenuItem[] = [
    query === ""
      ? { kind: "heading", label: t("nothingToSave") }
      : known
        ? { kind: "heading", label: t("isSaved", { name: known.name }) }
        : {
            label: t("save"),
            icon: <BookmarkPlus aria-hidden />,
            opensDialog: true,
            onSelect: () => setDialog("save"),
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
            onSelect: () => setDialog("manage"),
          },
        ]
      : []),
  ];
  return (
    <span onPointerEnter={() => setWanted(true)} onFocus={() => setWanted(true)}>
      <Menu label={t("label")} variant="outline" size="icon" items={items} data-tooltip={t("label")}>
        <Bookmark aria-hidden />
      </Menu>
      {dialog === "save" ? (
        <FetchedPart
          load={loadSaveDialog}
          onFailed={close}
          props={{ query, suggestion: view.q.trim(), onClose: close }}
        />
      ) : null}
      {dialog === "manage" ? (
        <FetchedPart load={loadManageDialog} onFailed={close} props={{ onClose: close }} />
      ) : null}
    </span>
  );
}
