"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { refreshProjects } from "@/components/queries/project-keys";
import { projectAddress, projectQueries } from "@/components/queries/project-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button, buttonVariants } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { showToast } from "@/components/ui/toast";
import Link from "next/link";
import type { ProjectDto } from "@/lib/projects/project-dto";

interface AddToProjectProps {
  /** What to add: these items, or whatever `onAdd` adds. */
  ids?: readonly string[];
  onAdd?: (project: ProjectDto) => Promise<void>;
  onClose: () => void;
}

/** Adds items of the person to a project of their choice. Loaded on demand, hence the default export. */
export default function AddToProjectDialog({ ids, onAdd, onClose }: AddToProjectProps) {
  const t = useTranslations("takes.toProject");
  const router = useRouter();
  const client = useQueryClient();
  const showError = useErrorToast();
  const { data } = useQuery(projectQueries.open());
  const [pending, setPending] = useState(false);

  async function add(project: ProjectDto) {
    setPending(true);
    if (onAdd) {
      onClose();
      await onAdd(project);
      return;
    }
    const { id, title } = project;
    try {
      const { changed } = await apiFetch<{ changed: number }>(`${projectAddress(id)}/items`, {
        method: "POST",
        body: { ids },
      });
      onClose();
      showToast({
        tone: "plain",
        title: t("added", { count: changed, title }),
        action: { label: t("open"), onSelect: () => router.push(`/projects/${id}`) },
      });
    } catch (error) {
      showError(error);
      setPending(false);
    }
    await refreshProjects(client);
  }

  return (
    <Dialog open onClose={onClose} title={t("title")} closeLabel={t("close")} size="small">
      {data?.projects.length === 0 ? (
        <div className="grid justify-items-start gap-3 text-sm text-text-2">
          <p>{t("none")}</p>
          <Link href="/projects" prefetch={false} className={buttonVariants()}>
            {t("all")}
          </Link>
        </div>
      ) : null}
      <ul className="-mx-2 grid">
        {data?.projects.map((project) => (
          <li key={project.id} data-colour={project.colour} className="min-w-0">
            <Button
              variant="ghost"
              pending={pending}
              className="w-full justify-start!"
              onClick={() => void add(project)}
            >
              <Folder aria-hidden className="shrink-0 text-(--project)" />
              <span className="truncate" dir="auto">
                {project.title}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
