"use client";

import { Search, Shapes, Trash } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { toItemList, wholeLibrary, type LibraryView } from "@/components/takes/library-filter";
import { Button, buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FetchedPart } from "@/components/ui/fetched-part";

const loadMissingValues = () => import("./missing-values");

/** Why a view of the library shows nothing, and what to do. Loaded on demand, hence the default export. */
export default function LibraryEmpty({
  view,
  onShow,
}: {
  view: LibraryView;
  onShow: (view: LibraryView) => void;
}) {
  const t = useTranslations("library.empty");
  const { trash: _trash, sort: _sort, ...filters } = toItemList(view);
  const narrowed = Object.keys(filters).length > 0;
  const onlyFavourites = view.favourite && Object.keys(filters).length === 1;
  if (narrowed) {
    const title = view.q ? t("nothingFoundFor", { q: view.q }) : t("nothingFound");
    return (
      <EmptyState
        icon={<Search aria-hidden />}
        title={onlyFavourites ? t("noFavourites") : title}
        actions={
          <Button onClick={() => onShow({ ...wholeLibrary, trash: view.trash, sort: view.sort })}>
            {t("showAll")}
          </Button>
        }
      >
        {onlyFavourites ? (
          t("noFavouritesExplanation")
        ) : (view.model ?? view.voice ?? view.tag ?? view.project) === undefined ? null : (
          <FetchedPart load={loadMissingValues} props={{ view }} />
        )}
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
