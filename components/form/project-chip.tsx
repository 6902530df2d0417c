"use client";

import { Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCurrentProject } from "@/components/queries/current-project";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";

const loadChoices = () => import("./project-choices");

/** Shows where new results go, and opens a menu to choose a project, or none. */
export function ProjectChip() {
  const t = useTranslations("form.project");
  const { project } = useCurrentProject();
  return (
    <span className="shrink-0">
      <Menu
        label={t("label")}
        value={project?.title ?? t("none")}
        data-tooltip={project?.title ?? t("none")}
        variant="ghost"
        size="icon-small"
        side="top"
        content={<FetchedPart load={loadChoices} props={{}} />}
      >
        <Folder
          aria-hidden
          data-colour={project?.colour}
          className={project ? "text-(--project)" : undefined}
        />
      </Menu>
    </span>
  );
}

/** Names the project that new results go to; nothing without one. */
export function ProjectLine() {
  const t = useTranslations("form.project");
  const { project } = useCurrentProject();
  if (!project) return null;
  return (
    <p className="truncate" dir="auto">
      {t("into", { title: project.title })}
    </p>
  );
}
