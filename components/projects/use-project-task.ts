"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useOutcomeWords } from "@/components/library/selection/use-outcome-words";
import { apiFetch } from "@/components/queries/api-fetch";
import type { DraggedItems } from "@/components/queries/item-drag";
import { applyItemTask, isActive, isNewEnd } from "@/components/queries/item-task-queries";
import { projectAddress } from "@/components/queries/project-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { showToast } from "@/components/ui/toast";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";

/** Adds items to projects, with a toast that undoes it. Its words are those of `SelectionMessages`. */
export function useProjectTask() {
  const t = useTranslations("selection");
  const client = useQueryClient();
  const nameOutcome = useOutcomeWords();
  const showError = useErrorToast();

  function announce(task: ItemTaskDto): void {
    applyItemTask(client, task);
    if (!isActive(task) && !isNewEnd(task)) return;
    const { title, description } = nameOutcome(task);
    showToast({
      tone: task.state === "failed" ? "danger" : "plain",
      // Lists with a selection bar tell how a longer task goes on and ends.
      title: isActive(task) ? t(task.state === "undoing" ? "running.undo" : "running.project-add") : title,
      description: isActive(task) ? undefined : description,
      action: task.canUndo ? { label: t("undo"), onSelect: () => void undo(task.id) } : undefined,
    });
  }
  const send = (path: string, body?: object) =>
    apiFetch<ItemTaskDto>(path, { method: "POST", ...(body ? { body } : {}) }).then(announce, showError);
  const undo = (id: string) => send(`/api/v1/item-tasks/${id}/undo`);

  return {
    add: (projectId: string, { count: _count, ...chosen }: DraggedItems) =>
      send(`${projectAddress(projectId)}/items/additions`, chosen),
  };
}
