"use client";

import { Copy, Ellipsis, FileOutput, History, Trash } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { useFilmCall } from "../list/use-film-call";
import type { FilmSaver } from "./film-saver";
import { useFilmDesk } from "./use-desk";

const loadExport = () => import("../export/export-sheet");
const loadHistory = () => import("../history/history-sheet");

/** What is done with the whole film: its history, a copy, the trash, and Export. */
export function DeskActions({ saver, onLook }: { saver: FilmSaver; onLook: (number: number) => void }) {
  const t = useTranslations("desk");
  const router = useRouter();
  const desk = useFilmDesk();
  const { copy, trash } = useFilmCall();
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
    {
      label: t("history.title"),
      icon: <History aria-hidden />,
      opensDialog: true,
      onSelect: () => setOpen("history"),
    },
    { label: t("copy"), icon: <Copy aria-hidden />, onSelect: () => void copyFilm() },
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
