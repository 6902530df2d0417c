"use client";

import { useTranslations } from "next-intl";
import { SaveNamedDialog } from "@/components/form/named/save-named-dialog";
import { savedSearchAddress } from "@/components/queries/saved-search-queries";
import { showToast } from "@/components/ui/toast";
import { useSavedSearchList } from "./use-saved-search-list";

interface SaveSearchDialogProps {
  /** The query of the library's address. */
  query: string;
  /** What the name begins as. */
  suggestion: string;
  onClose: () => void;
}

/** Asks for the name of a search and saves it. Loaded on demand, hence the default export. */
export default function SaveSearchDialog({ query, ...props }: SaveSearchDialogProps) {
  const t = useTranslations("library.saved");
  return (
    <SaveNamedDialog
      {...props}
      list={useSavedSearchList()}
      title={t("save")}
      saveLabel={t("saveButton")}
      address={savedSearchAddress}
      body={() => ({ query })}
      onSaved={(name) => showToast({ tone: "plain", title: t("saved", { name }) })}
    />
  );
}
