"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { projectQueries } from "@/components/queries/project-queries";
import { Menu } from "@/components/ui/menu";
import { useUnits } from "@/lib/i18n/units";

/** Chooses between the items of the film's project and those of the whole library. */
export function BinSource({
  project,
  isWhole,
  onChoose,
}: {
  project: { id: string; title: string } | null;
  isWhole: boolean;
  onChoose: (isWhole: boolean) => void;
}) {
  const t = useTranslations("desk.bin");
  const units = useUnits();
  const { data } = useQuery({ ...projectQueries.detail(project?.id ?? ""), enabled: project !== null });
  if (!project) return <span className="truncate text-xs text-text-3">{t("library")}</span>;
  const count = data?.counts.exact ? data.counts.image + data.counts.audio + data.counts.video : null;
  return (
    <Menu
      label={t("source")}
      value={isWhole ? t("library") : project.title}
      variant="ghost"
      size="small"
      align="start"
      className="-mx-1 h-6! min-w-0 shrink! px-1! font-normal text-text-3!"
      items={[
        {
          kind: "choice",
          label: t("source"),
          value: isWhole ? "library" : "project",
          options: [
            { value: "project", label: project.title },
            { value: "library", label: t("library") },
          ],
          onValueChange: (value) => onChoose(value === "library"),
        },
      ]}
    >
      <span className="truncate" dir="auto">
        {isWhole ? t("library") : project.title}
      </span>
      {!isWhole && count !== null ? <span>{units.count(count)}</span> : null}
    </Menu>
  );
}
