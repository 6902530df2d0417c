"use client";

import { Ellipsis, LogOut, Share2, Trash, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { projectAddress } from "@/components/queries/project-queries";
import { LazyShareDialog } from "@/components/takes/lazy-share-dialog";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { projectColours } from "@/lib/projects/project-names";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { useProjectCall } from "./use-project-call";

const loadPeople = () => import("./people-dialog");
const loadEnd = () => import("./end-project-dialog");

/** The people of a project, links to it, its colour, and its end: deleted by its owner, left by a member. */
export function ProjectMenu({
  project,
  onEnding,
}: {
  project: ProjectDto;
  /** The person is about to delete or leave it, or has decided not to. */
  onEnding: (isEnding: boolean) => void;
}) {
  const t = useTranslations("projects");
  const { call } = useProjectCall();
  const [open, setOpen] = useState<"people" | "share" | "end" | null>(null);
  const close = () => {
    setOpen(null);
    onEnding(false);
  };
  const isOwner = project.role === "owner";
  const items: MenuItem[] = [
    ...(isOwner
      ? [
          {
            kind: "choice" as const,
            label: t("colour"),
            value: project.colour,
            options: projectColours.map((value) => ({ value, label: t(`colours.${value}`) })),
            onValueChange: (colour: string) =>
              void call(projectAddress(project.id), { method: "PATCH", body: { colour } }),
          },
          { kind: "separator" as const },
        ]
      : []),
    {
      label: isOwner ? t("delete.label") : t("leave.label"),
      icon: isOwner ? <Trash aria-hidden /> : <LogOut aria-hidden />,
      destructive: true,
      opensDialog: true,
      onSelect: () => {
        setOpen("end");
        onEnding(true);
      },
    },
  ];
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setOpen("people")}>
        <Users aria-hidden />
        <span className="max-sm:sr-only">{t("peopleLabel")}</span>
      </Button>
      {isOwner ? (
        <Button variant="ghost" size="small" onClick={() => setOpen("share")}>
          <Share2 aria-hidden />
          <span className="max-sm:sr-only">{t("share")}</span>
        </Button>
      ) : null}
      <Menu label={t("menu")} variant="ghost" size="icon-small" items={items}>
        <Ellipsis aria-hidden />
      </Menu>
      {open === "people" ? (
        <FetchedPart load={loadPeople} props={{ project, onClose: close }} onFailed={close} />
      ) : null}
      {open === "share" ? <LazyShareDialog project={project} onClose={close} /> : null}
      {open === "end" ? (
        <FetchedPart load={loadEnd} props={{ project, onClose: close }} onFailed={close} />
      ) : null}
    </>
  );
}
