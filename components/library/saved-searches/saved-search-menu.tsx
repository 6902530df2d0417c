"use client";

import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { writeLibraryQuery, type LibraryView } from "@/components/takes/library-filter";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";

const loadChoices = () => import("./saved-search-choices");
const loadSaveDialog = () => import("./save-search-dialog");
const loadManageDialog = () => import("./manage-searches-dialog");

/** Saves what the library shows, opens what was saved, and leads to the rest; a phone has no rail. */
export function SavedSearchMenu({ view }: { view: LibraryView }) {
  const t = useTranslations("library.saved");
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const query = writeLibraryQuery(view).toString();
  const close = () => setDialog(null);
  return (
    <span>
      <Menu
        label={t("label")}
        variant="outline"
        size="icon"
        content={<FetchedPart load={loadChoices} props={{ query, onDialog: setDialog }} />}
        data-tooltip={t("label")}
      >
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
