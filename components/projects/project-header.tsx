"use client";

import { useTranslations } from "next-intl";
import { useCurrentProject } from "@/components/queries/current-project";
import { projectAddress } from "@/components/queries/project-queries";
import { Switch } from "@/components/ui/switch";
import { TextInPlace } from "@/components/ui/text-in-place";
import { titleMaxLength } from "@/lib/items/title-line";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { ProjectCover } from "./project-cover";
import { useProjectCall } from "./use-project-call";
import { useProjectWords } from "./use-project-words";

/** Cover, title, notes and numbers of a project. Its owner edits title and notes in place. */
export function ProjectHeader({ project }: { project: ProjectDto }) {
  const t = useTranslations("projects");
  const words = useProjectWords();
  const current = useCurrentProject();
  const { call } = useProjectCall();
  const { id, title, notes, role, version } = project;
  const save = (changes: { title?: string; notes?: string }) =>
    call(projectAddress(id), { method: "PATCH", body: { ...changes, version } });
  return (
    <div className="grid gap-x-6 gap-y-4 page-x py-5 sm:grid-cols-[16rem_minmax(0,1fr)]">
      <ProjectCover project={project} sizes="16rem" className="max-sm:max-w-64" />
      <div className="flex min-w-0 flex-col gap-2">
        <h1 className={role === "owner" ? "sr-only" : "text-xl font-semibold tracking-tight"} dir="auto">
          {title}
        </h1>
        {role === "owner" ? (
          <>
            <TextInPlace
              key={`title ${title}`}
              label={t("titleLabel")}
              maxLength={titleMaxLength}
              value={title}
              required
              onSave={(text) => save({ title: text })}
              className="text-xl font-semibold tracking-tight"
            />
            <TextInPlace
              key={`notes ${notes}`}
              label={t("notesLabel")}
              placeholder={t("notesPlaceholder")}
              maxLength={2_000}
              value={notes}
              multiline
              onSave={(text) => save({ notes: text })}
              className="text-sm text-text-2"
            />
          </>
        ) : (
          <p className="text-sm whitespace-pre-line text-text-2" dir="auto">
            {notes}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 text-xs text-text-3">
          <span>{words.count(project.counts)}</span>
          <span>{t("people", { count: project.people })}</span>
          {role === "view" ? null : (
            <label className="flex cursor-pointer items-center gap-2 text-text-2 sm:ml-auto">
              <Switch
                checked={current.project?.id === id}
                onCheckedChange={(checked) => void current.choose(checked ? id : null)}
              />
              {t("newResultsHere")}
            </label>
          )}
        </div>
      </div>
    </div>
  );
}
