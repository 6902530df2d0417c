"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCurrentProject } from "@/components/queries/current-project";
import { projectQueries } from "@/components/queries/project-queries";
import { Menu, type MenuItem } from "@/components/ui/menu";

/** Shows where new results go, and opens a menu to choose a project, or none. */
export function ProjectChip() {
  const t = useTranslations("form.project");
  const { project, choose } = useCurrentProject();
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...projectQueries.open(), enabled: wanted });
  const want = () => setWanted(true);
  const toItem = (label: string, id: string | null): MenuItem => ({
    label,
    icon: <Check aria-hidden className={(project?.id ?? null) === id ? "" : "invisible"} />,
    onSelect: () => void choose(id),
  });
  return (
    <span onPointerEnter={want} onFocus={want} className="shrink-0">
      <Menu
        label={t("label")}
        value={project?.title ?? t("none")}
        data-tooltip={project?.title ?? t("none")}
        variant="ghost"
        size="icon-small"
        side="top"
        items={[
          { kind: "heading", label: t("label") },
          toItem(t("none"), null),
          ...(data?.projects ?? []).map(({ title, id }) => toItem(title, id)),
          { kind: "separator" },
          { kind: "link", label: t("all"), icon: <Folder aria-hidden />, href: "/projects" },
        ]}
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
