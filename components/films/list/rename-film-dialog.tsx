"use client";

import { useTranslations } from "next-intl";
import type { FilmDto } from "@/lib/films/film-dto";
import { TitleDialog } from "./title-dialog";
import { useFilmCall } from "./use-film-call";

/** Asks for another title of a film. Loaded on demand, hence the default export. */
export default function RenameFilmDialog({ film, onClose }: { film: FilmDto; onClose: () => void }) {
  const t = useTranslations("films");
  const { change, pending } = useFilmCall();
  async function rename(title: string) {
    if (title === film.title || (await change(film.id, { title }))) onClose();
  }
  return (
    <TitleDialog
      heading={t("rename.heading")}
      submitLabel={t("save")}
      title={film.title}
      size="small"
      pending={pending}
      onSubmit={(title) => void rename(title)}
      onClose={onClose}
    />
  );
}
