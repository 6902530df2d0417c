"use client";

import { useTranslations } from "next-intl";
import type { ProjectDto } from "@/lib/projects/project-dto";

/** What the words say of a project. */
export function useProjectWords() {
  const t = useTranslations("projects");
  return {
    /** The numbers of its items by kind. */
    count(counts: ProjectDto["counts"]): string {
      if (!counts.exact) return t("counts.many");
      const told = (["image", "audio", "video"] as const).flatMap((kind) =>
        counts[kind] > 0 ? [t(`counts.${kind}`, { count: counts[kind] })] : [],
      );
      return told.length > 0 ? told.join(t("separator")) : t("counts.none");
    },
  };
}
