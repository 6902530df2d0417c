"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { refreshProjects } from "@/components/queries/project-keys";
import { projectAddress, projectQueries } from "@/components/queries/project-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast";
import { titleMaxLength } from "@/lib/items/title-line";
import type { ProjectDto } from "@/lib/projects/project-dto";

interface AddToProjectProps {
  /** What to add: these items, or whatever `onAdd` adds. */
  ids?: readonly string[];
  onAdd?: (project: ProjectDto) => Promise<void>;
  onClose: () => void;
}

/** Adds items of the person to a project of theirs, or to a new one. Loaded on demand, hence the default export. */
export default function AddToProjectDialog({ ids, onAdd, onClose }: AddToProjectProps) {
  const t = useTranslations("takes.toProject");
  const router = useRouter();
  const client = useQueryClient();
  const showError = useErrorToast();
  const { data } = useQuery(projectQueries.open());
  const [newTitle, setNewTitle] = useState("");
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

  async function createAndAdd(event: FormEvent) {
    event.preventDefault();
    if (newTitle.trim() === "" || pending) return;
    setPending(true);
    try {
      const project = await apiFetch<ProjectDto>("/api/v1/projects", {
        method: "POST",
        body: { title: newTitle },
      });
      setNewTitle("");
      void refreshProjects(client);
      await add(project);
    } catch (error) {
      showError(error);
      setPending(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={t("title")} closeLabel={t("close")} size="small">
      {data && data.projects.length > 0 ? (
        <ul className="-mx-2 grid">
          {data.projects.map((project) => (
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
      ) : null}
      <form onSubmit={(event) => void createAndAdd(event)} className="grid gap-3 [ul+&]:mt-4">
        <Field label={t("new")}>
          <Input
            value={newTitle}
            maxLength={titleMaxLength}
            placeholder={t("newTitle")}
            onChange={(event) => setNewTitle(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" pending={pending} disabled={newTitle.trim() === ""}>
          {t("create")}
        </Button>
      </form>
    </Dialog>
  );
}
