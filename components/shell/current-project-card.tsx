"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useCurrentProject } from "@/components/queries/current-project";
import { IconButton } from "@/components/ui/button";

/** In the rail: the project that new results go to, while there is one. */
export function CurrentProjectCard() {
  const t = useTranslations("shell.project");
  const { project, choose } = useCurrentProject();
  if (!project) return null;
  return (
    <div
      data-colour={project.colour}
      data-drop-project={project.id}
      data-rail-more
      className="flex w-full items-center rounded-md border border-l-2 border-l-(--project) py-1.5 pr-1 pl-2.5 text-2xs"
    >
      <Link href={`/projects/${project.id}`} className="min-w-0 flex-1 rounded-sm leading-[1.4] text-text-3">
        <span className="block truncate font-medium text-text" dir="auto">
          {project.title}
        </span>
        {t("goHere")}
      </Link>
      <IconButton label={t("stop")} onClick={() => void choose(null)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
