"use client";

import { ArrowLeft, Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { filmAddress } from "@/components/queries/film-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { buttonVariants, IconButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { TextInPlace } from "@/components/ui/text-in-place";
import { useShortcut } from "@/components/ui/use-shortcut";
import { titleMaxLength } from "@/lib/items/title-line";
import type { FilmDto } from "@/lib/films/film-dto";
import { measureFilm } from "@/lib/films/lay-out-film";
import { formatLength } from "@/lib/i18n/clocks";
import { DeskActions } from "./desk-actions";
import type { FilmSaver } from "./film-saver";
import { FormatMenu } from "./format-menu";
import { SaveWords } from "./save-words";
import { useDesk, useFilmDesk } from "./use-desk";

/** The head of the desk: title, whether it is saved, undo and redo, format, length, and Export. */
export function DeskHeader({
  saver,
  onLook,
}: {
  saver: FilmSaver;
  /** Shows an earlier version. */
  onLook: (number: number) => void;
}) {
  const t = useTranslations("desk");
  return (
    <header className="flex min-h-14 items-center gap-1 border-b py-2 pr-3 pl-1.5 lg:gap-2 lg:px-4">
      <Link
        href="/films"
        aria-label={t("back")}
        data-tooltip={t("back")}
        className={buttonVariants({ variant: "ghost", size: "icon", className: "lg:-ml-2" })}
      >
        <ArrowLeft aria-hidden />
      </Link>
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-3">
        <FilmTitle />
        <SaveWords saver={saver} className="block min-w-0 truncate text-xs text-text-3 lg:flex-1" />
      </div>
      <UndoButtons />
      <span className="hidden items-center gap-2 lg:flex">
        <FormatMenu />
        <FilmLength />
      </span>
      <DeskActions saver={saver} onLook={onLook} />
    </header>
  );
}

function FilmTitle() {
  const t = useTranslations("desk");
  const desk = useFilmDesk();
  const title = useDesk(({ film }) => film.title);
  const showError = useErrorToast();
  const [attempt, setAttempt] = useState(0);
  async function rename(text: string): Promise<boolean> {
    try {
      const { title: renamed } = await apiFetch<FilmDto>(filmAddress(desk.read().film.id), {
        method: "PATCH",
        body: { title: text },
      });
      desk.setFilm({ title: renamed });
      return true;
    } catch (error) {
      showError(error);
      // Shows the stored title again.
      setAttempt((count) => count + 1);
      return false;
    }
  }
  return (
    <>
      <h1 className={desk.canEdit ? "sr-only" : "truncate text-base font-semibold"} dir="auto">
        {title}
      </h1>
      {desk.canEdit ? (
        <TextInPlace
          key={`${title} ${attempt}`}
          label={t("titleLabel")}
          value={title}
          maxLength={titleMaxLength}
          required
          onSave={rename}
          className="mx-0! block max-lg:-ml-2! max-h-8 w-auto! max-w-full overflow-hidden text-base font-semibold tracking-tight whitespace-nowrap max-lg:py-0 lg:max-w-96"
        />
      ) : null}
    </>
  );
}

function UndoButtons() {
  const t = useTranslations("desk");
  const desk = useFilmDesk();
  const canUndo = useDesk((state) => state.canUndo);
  const canRedo = useDesk((state) => state.canRedo);
  useShortcut("mod+z", () => desk.undo());
  useShortcut("mod+shift+z", () => desk.redo());
  useShortcut("mod+y", () => desk.redo());
  if (!desk.canEdit) return null;
  return (
    <span className="hidden sm:flex">
      <IconButton label={t("undo")} size="icon" disabled={!canUndo} onClick={() => desk.undo()}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton label={t("redo")} size="icon" disabled={!canRedo} onClick={() => desk.redo()}>
        <Redo2 aria-hidden />
      </IconButton>
    </span>
  );
}

function FilmLength() {
  const t = useTranslations("desk");
  const ms = useDesk(({ document }) => measureFilm(document));
  return (
    <span className="px-2 text-sm text-text-2">
      {t.rich("length", {
        length: formatLength(ms / 1_000),
        b: (parts) => <b className="font-medium text-text">{parts}</b>,
      })}
    </span>
  );
}
