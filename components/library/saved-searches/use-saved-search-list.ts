"use client";

import { useTranslations } from "next-intl";
import type { NamedList } from "@/components/form/named/use-named-call";
import { savedSearchQueries } from "@/components/queries/saved-search-queries";
import { savedSearchNameMaxLength } from "@/lib/saved-searches/saved-search-limits";

/** Saved searches, for the dialogs that save and change them. */
export function useSavedSearchList(): NamedList {
  const t = useTranslations("library.saved");
  return {
    queryKey: savedSearchQueries.list().queryKey,
    takenKey: "saved-search.name.taken",
    nameMaxLength: savedSearchNameMaxLength,
    words: { name: t("name"), taken: t("taken"), invalidName: t("invalidName"), cancel: t("cancel") },
  };
}
