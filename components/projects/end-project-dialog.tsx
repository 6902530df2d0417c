"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { useCurrentProject } from "@/components/queries/current-project";
import { projectAddress, projectQueries } from "@/components/queries/project-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { ProjectDto, ProjectMemberDto } from "@/lib/projects/project-dto";

/** Asks before a project is deleted by its owner, or left by a member. Loaded on demand, hence the default export. */
export default function EndProjectDialog({ project, onClose }: { project: ProjectDto; onClose: () => void }) {
  const t = useTranslations("projects");
  const router = useRouter();
  const client = useQueryClient();
  const current = useCurrentProject();
  const showError = useErrorToast();
  const [pending, setPending] = useState(false);
  const { id, title } = project;
  const isOwner = project.role === "owner";

  async function end() {
    setPending(true);
    try {
      if (isOwner) await apiFetch(projectAddress(id), { method: "DELETE" });
      else {
        const { people } = await apiFetch<{ people: ProjectMemberDto[] }>(`${projectAddress(id)}/members`);
        const me = people.find(({ you }) => you);
        if (me) await apiFetch(`${projectAddress(id)}/members/${me.userId}`, { method: "DELETE" });
      }
      if (current.project?.id === id) void current.reload();
      router.push("/projects");
      // What is shown of this project would be asked for again.
      await client.invalidateQueries({ queryKey: projectQueries.list().queryKey });
    } catch (error) {
      showError(error);
      setPending(false);
    }
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void end()}
      pending={pending}
      destructive
      title={isOwner ? t("delete.question", { title }) : t("leave.question", { title })}
      confirmLabel={isOwner ? t("delete.label") : t("leave.label")}
      cancelLabel={t("cancel")}
    >
      {isOwner ? t("delete.explanation") : t("leave.explanation")}
    </ConfirmDialog>
  );
}
