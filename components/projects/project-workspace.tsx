"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { projectQueries } from "@/components/queries/project-queries";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { ItemKind } from "@/lib/items/item-names";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { ProjectHeader } from "./project-header";
import { ProjectItems } from "./project-items";
import { ProjectMenu } from "./project-menu";

const tabs = ["all", "image", "audio", "video"] as const;
type Tab = (typeof tabs)[number];

/** The page of a project: what it is, and its items in their order. */
export function ProjectWorkspace({ id }: { id: string }) {
  const t = useTranslations("projects");
  const { data: project } = useQuery(projectQueries.detail(id));
  const [tab, setTab] = useState<Tab>("all");
  if (!project) return null;
  const kind: ItemKind | undefined = tab === "all" ? undefined : tab;
  return (
    <article data-colour={project.colour} className="flex flex-1 flex-col">
      <header className="flex items-center gap-2 border-b page-x py-3 md:py-4">
        <Link
          href="/projects"
          prefetch={false}
          className="mr-auto -ml-1.5 flex h-7.5 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t("title")}
        </Link>
        <ProjectMenu project={project} />
      </header>
      <ProjectHeader project={project} />
      <div className="border-b page-x pb-3.5">
        <SegmentedControl
          label={t("kinds.label")}
          size="small"
          value={tab}
          onValueChange={setTab}
          options={tabs.map((value) => ({
            value,
            label: (
              <>
                {t(`kinds.${value}`)} <span className="text-text-3">{countOf(project, value)}</span>
              </>
            ),
          }))}
        />
      </div>
      <ProjectItems key={kind} project={project} kind={kind} />
    </article>
  );
}

function countOf({ counts }: ProjectDto, tab: Tab): number {
  return tab === "all" ? counts.image + counts.audio + counts.video : counts[tab];
}
