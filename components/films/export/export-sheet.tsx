"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/button";
import { measureFilm } from "@/lib/films/lay-out-film";
import { formatLength } from "@/lib/i18n/clocks";
import type { FilmDesk } from "../desk/film-desk";
import type { FilmSaver } from "../desk/film-saver";
import { DeskContext } from "../desk/use-desk";
import { ExportForm } from "./export-form";
import { ExportList } from "./export-list";

/**
 * The sheet that exports a film: what will be made on the left, what runs and what is done on the right. Loaded on demand, hence the
 * default export.
 */
export default function ExportSheet({
  desk,
  saver,
  onClose,
}: {
  desk: FilmDesk;
  saver: FilmSaver;
  onClose: () => void;
}) {
  const t = useTranslations("desk.export");
  const { film, document } = desk.read();
  return (
    <Dialog open onClose={onClose} title={t("title")} hideTitle closeLabel={t("close")} size="wide">
      <DeskContext value={desk}>
        <div data-film className="flex max-h-[inherit] flex-col">
          <header className="flex items-center gap-3 border-b py-3 pr-4 pl-6 sm:py-4">
            <p aria-hidden className="text-lg font-semibold tracking-tight">
              {t("title")}
            </p>
            <span className="mr-auto min-w-0 truncate text-sm text-text-3" dir="auto">
              {t("of", { title: film.title, length: formatLength(measureFilm(document) / 1_000) })}
            </span>
            <IconButton label={t("close")} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </header>
          <div className="grid min-h-0 overflow-y-auto lg:grid-cols-[29.5rem_minmax(0,1fr)]">
            <ExportForm saver={saver} />
            <ExportList />
          </div>
        </div>
      </DeskContext>
    </Dialog>
  );
}
