"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { refreshProjects } from "@/components/queries/project-keys";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { titleMaxLength } from "@/lib/items/title-line";
import type { ProjectDto } from "@/lib/projects/project-dto";

/** Asks for the title of a new project, and opens it. Loaded on demand, hence the default export. */
export default function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("projects");
  const router = useRouter();
  const client = useQueryClient();
  const showError = useErrorToast();
  const [title, setTitle] = useState("");
  const [pending, setPending] = useState(false);
  async function create(event: FormEvent) {
    event.preventDefault();
    if (title.trim() === "" || pending) return;
    setPending(true);
    try {
      const { id } = await apiFetch<ProjectDto>("/api/v1/projects", { method: "POST", body: { title } });
      void refreshProjects(client);
      router.push(`/projects/${id}`);
    } catch (error) {
      showError(error);
      setPending(false);
    }
  }
  return (
    <Dialog open onClose={onClose} title={t("new")} closeLabel={t("close")} size="small">
      <form onSubmit={(event) => void create(event)} className="grid gap-4">
        <Field label={t("titleLabel")} required>
          <Input
            data-autofocus
            value={title}
            maxLength={titleMaxLength}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" variant="primary" pending={pending} disabled={title.trim() === ""}>
          {t("create")}
        </Button>
      </form>
    </Dialog>
  );
}
