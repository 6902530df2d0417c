"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, Download, Pencil, Trash, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { filmArchiveAddress } from "@/components/queries/film-queries";
import { projectQueries } from "@/components/queries/project-queries";
import MenuContent, { type MenuItem } from "@/components/ui/menu-content";
import { showToast } from "@/components/ui/toast";
import type { FilmDto } from "@/lib/films/film-dto";
import { openFilmDialog } from "./film-dialogs";
import { useFilmCall } from "./use-film-call";

const noProject = "none";

/** What is done with a whole film. Fetched with its first use, hence the default export. */
export default function FilmMenu({ film }: { film: FilmDto }) {
  const t = useTranslations("films");
  const router = useRouter();
  const { data } = useQuery({ ...projectQueries.open(), enabled: film.role === "owner" });
  const { change, copy, trash, restore } = useFilmCall();
  if (film.deletedAt) {
    return (
      <MenuContent
        items={[
          { label: t("trash.restore"), icon: <Undo2 aria-hidden />, onSelect: () => void restore(film) },
          {
            label: t("trash.delete"),
            icon: <Trash2 aria-hidden />,
            destructive: true,
            opensDialog: true,
            onSelect: () => openFilmDialog({ kind: "delete", film }),
          },
        ]}
      />
    );
  }
  const projects = data?.projects ?? [];
  const shown =
    film.project && !projects.some(({ id }) => id === film.project!.id)
      ? [film.project, ...projects]
      : projects;
  const items: MenuItem[] = [
    ...(film.role === "view"
      ? []
      : [
          {
            label: t("rename.label"),
            icon: <Pencil aria-hidden />,
            opensDialog: true,
            onSelect: () => openFilmDialog({ kind: "rename", film }),
          },
        ]),
    {
      label: t("copy"),
      icon: <Copy aria-hidden />,
      onSelect: () =>
        void copy(film).then(
          (done) =>
            done &&
            showToast({
              tone: "plain",
              title: t("copied", { title: done.answer.title }),
              action: { label: t("open"), onSelect: () => router.push(`/films/${done.answer.id}`) },
            }),
        ),
    },
    {
      kind: "link",
      label: t("download"),
      icon: <Download aria-hidden />,
      href: filmArchiveAddress(film.id),
      download: true,
    },
    ...(film.role === "owner"
      ? [
          { kind: "separator" as const },
          {
            kind: "choice" as const,
            label: t("project"),
            value: film.project?.id ?? noProject,
            options: [
              { value: noProject, label: t("noProject") },
              ...shown.map(({ id, title }) => ({ value: id, label: title })),
            ],
            onValueChange: (id: string) => void change(film.id, { projectId: id === noProject ? null : id }),
          },
          { kind: "separator" as const },
          {
            label: t("trash.move"),
            icon: <Trash aria-hidden />,
            destructive: true,
            onSelect: () => void trash(film),
          },
        ]
      : []),
  ];
  return <MenuContent items={items} />;
}
