"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Folder, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { projectQueries } from "@/components/queries/project-queries";
import { LoadFailed } from "@/components/takes/load-failed";
import { LoadMore } from "@/components/takes/load-more";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FetchedPart } from "@/components/ui/fetched-part";
import { ProjectCard } from "./project-card";

const loadNewProject = () => import("./new-project-dialog");

/** The projects that a person sees, as cards. */
export function ProjectsWorkspace() {
  const t = useTranslations("projects");
  const query = useInfiniteQuery(projectQueries.list());
  const [creating, setCreating] = useState(false);
  const projects = query.data?.pages.flatMap((page) => page.projects) ?? [];
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      {t("new")}
    </Button>
  );
  const isEmpty = query.isSuccess && projects.length === 0;
  return (
    <div className="flex flex-1 flex-col">
      <header className="flex min-h-16 flex-wrap items-center gap-2.5 border-b page-x py-3 md:py-4">
        <h1 className="mr-auto text-xl font-semibold tracking-tight">{t("title")}</h1>
        {isEmpty ? null : create}
      </header>
      <div className="flex-1 page-x py-5">
        {query.isError && projects.length === 0 ? <LoadFailed onRetry={() => void query.refetch()} /> : null}
        {isEmpty ? (
          <EmptyState icon={<Folder aria-hidden />} title={t("empty.title")} actions={create}>
            {t("empty.explanation")}
          </EmptyState>
        ) : null}
        {projects.length > 0 ? (
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]">
            {projects.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </ul>
        ) : null}
        <LoadMore query={query} />
      </div>
      {creating ? (
        <FetchedPart
          load={loadNewProject}
          props={{ onClose: () => setCreating(false) }}
          onFailed={() => setCreating(false)}
        />
      ) : null}
    </div>
  );
}
