"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCurrentProject } from "@/components/queries/current-project";
import { projectQueries } from "@/components/queries/project-queries";
import MenuContent, { type MenuItem } from "@/components/ui/menu-content";

/** The menu of `ProjectChip`. Fetched with its first use, hence the default export. */
export default function ProjectChoices() {
  const t = useTranslations("form.project");
  const { project, choose } = useCurrentProject();
  const { data } = useQuery(projectQueries.open());
  const toItem = (label: string, id: string | null): MenuItem => ({
    label,
    icon: <Check aria-hidden className={(project?.id ?? null) === id ? "" : "invisible"} />,
    onSelect: () => void choose(id),
  });
  return (
    <MenuContent
      items={[
        { kind: "heading", label: t("label") },
        toItem(t("none"), null),
        ...(data?.projects ?? []).map(({ title, id }) => toItem(title, id)),
        { kind: "separator" },
        { kind: "link", label: t("all"), icon: <Folder aria-hidden />, href: "/projects" },
      ]}
    />
  );
}
