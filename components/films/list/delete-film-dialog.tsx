"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { FilmDto } from "@/lib/films/film-dto";
import { useFilmCall } from "./use-film-call";

/** Asks before a film in the trash is deleted for good. Loaded on demand, hence the default export. */
export default function DeleteFilmDialog({ film, onClose }: { film: FilmDto; onClose: () => void }) {
  const t = useTranslations("films");
  const { deleteForGood, pending } = useFilmCall();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void deleteForGood(film).then((done) => done && onClose())}
      pending={pending}
      destructive
      title={t("trash.question", { title: film.title })}
      confirmLabel={t("trash.delete")}
      cancelLabel={t("cancel")}
    >
      {t("trash.explanation")}
    </ConfirmDialog>
  );
}
