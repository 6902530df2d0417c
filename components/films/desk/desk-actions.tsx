"use client";

import {
  Captions,
  Copy,
  Download,
  Ellipsis,
  FileArchive,
  FileOutput,
  History,
  Redo2,
  Trash,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { filmAddress, filmArchiveAddress } from "@/components/queries/film-queries";
import { Button, IconButton } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { subtitleFormats } from "@/lib/media/subtitles/subtitle-formats";
import { useFilmCall } from "../list/use-film-call";
import type { FilmSaver } from "./film-saver";
import { useDesk, useFilmDesk } from "./use-desk";

const loadExport = () => import("../export/export-sheet");
const loadHistory = () => import("../history/history-sheet");

/** What is done with the whole film: its history, a copy, the trash, and Export. */
export function DeskActions({ saver, onLook }: { saver: FilmSaver; onLook: (number: number) => void }) {
  const t = useTranslations("desk");
  const router = useRouter();
  const desk = useFilmDesk();
  const { copy, trash } = useFilmCall();
  const canUndo = useDesk((state) => state.canUndo);
  const canRedo = useDesk((state) => state.canRedo);
  const [open, setOpen] = useState<"export" | "history" | null>(null);
  const close = () => setOpen(null);
  const { film } = desk.read();

  async function copyFilm() {
    // A copy is one of what is stored.
    await saver.flush();
    const done = await copy(desk.read().film);
    if (done) router.push(`/films/${done.answer.id}`);
  }
  const items: MenuItem[] = [
    // A phone has no room for their buttons, and no keys.
    ...(desk.canEdit
      ? [
          {
            label: t("undo"),
            icon: <Undo2 aria-hidden />,
            disabled: !canUndo,
            onSelect: () => desk.undo(),
          },
          {
            label: t("redo"),
            icon: <Redo2 aria-hidden />,
            disabled: !canRedo,
            onSelect: () => desk.redo(),
          },
          { kind: "separator" as const },
        ]
      : []),
    {
      label: t("history.title"),
      icon: <History aria-hidden />,
      opensDialog: true,
      onSelect: () => setOpen("history"),
    },
    { label: t("copy"), icon: <Copy aria-hidden />, onSelect: () => void copyFilm() },
    { kind: "separator" },
    {
      kind: "link",
      label: t("download"),
      icon: <Download aria-hidden />,
      href: filmArchiveAddress(film.id),
      download: true,
    },
    {
      kind: "link",
      label: t("editList"),
      icon: <FileArchive aria-hidden />,
      href: `${filmAddress(film.id)}/edit-list`,
      download: true,
    },
    ...subtitleFormats.map((format) => ({
      kind: "link" as const,
      label: t("captionFile", { format: format.toUpperCase() }),
      icon: <Captions aria-hidden />,
      href: `${filmAddress(film.id)}/captions?format=${format}`,
      download: true,
    })),
    ...(film.role === "owner"
      ? [
          { kind: "separator" as const },
          {
            label: t("trash"),
            icon: <Trash aria-hidden />,
            destructive: true,
            onSelect: () =>
              void saver
                .flush()
                .then(() => trash(film))
                .then((done) => done && router.push("/films")),
          },
        ]
      : []),
  ];
  return (
    <>
      <IconButton
        label={t("history.title")}
        size="icon"
        className="hidden lg:inline-flex"
        onClick={() => setOpen("history")}
      >
        <History aria-hidden />
      </IconButton>
      <Menu label={t("menu")} variant="ghost" size="icon" items={items}>
        <Ellipsis aria-hidden />
      </Menu>
      <Button variant="primary" className="ml-1" onClick={() => setOpen("export")}>
        <FileOutput aria-hidden className="max-lg:hidden" />
        {t("export.start")}
      </Button>
      {open === "export" ? (
        <FetchedPart load={loadExport} props={{ desk, saver, onClose: close }} onFailed={close} />
      ) : null}
      {open === "history" ? (
        <FetchedPart load={loadHistory} props={{ desk, saver, onLook, onClose: close }} onFailed={close} />
      ) : null}
    </>
  );
}
