"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { filmQueries } from "@/components/queries/film-queries";
import { LoadFailed } from "@/components/takes/load-failed";
import { LoadMore } from "@/components/takes/load-more";
import { Dialog } from "@/components/ui/dialog";
import type { FilmDesk } from "../desk/film-desk";
import type { FilmSaver } from "../desk/film-saver";
import { VersionRow } from "./version-row";

/** The saved versions of a film: look at one, name it, or restore it. Loaded on demand, hence the default export. */
export default function HistorySheet({
  desk,
  saver,
  onLook,
  onClose,
}: {
  desk: FilmDesk;
  saver: FilmSaver;
  /** Shows a version in the desk. */
  onLook: (number: number) => void;
  onClose: () => void;
}) {
  const t = useTranslations("desk.history");
  const { id } = desk.read().film;
  const query = useInfiniteQuery({ ...filmQueries.versions(id), staleTime: 0 });
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <Dialog open onClose={onClose} title={t("title")} closeLabel={t("close")} placement="sheet" size="small">
      <p className="pb-3 text-sm text-text-2">{t("explanation")}</p>
      {query.isError && versions.length === 0 ? <LoadFailed onRetry={() => void query.refetch()} /> : null}
      <ol className="-mx-2 grid">
        {versions.map((version, index) => (
          <VersionRow
            key={version.number}
            desk={desk}
            saver={saver}
            version={version}
            isNewest={index === 0}
            onLook={() => {
              onLook(version.number);
              onClose();
            }}
            onRestored={onClose}
          />
        ))}
      </ol>
      <LoadMore query={query} />
    </Dialog>
  );
}
