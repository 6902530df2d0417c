"use client";

import { useTranslations } from "next-intl";
import type { ItemTaskDto, LeftItems } from "@/lib/item-tasks/item-task-dto";

/** What a task did, and what it left and why, as a toast says it. */
export function useOutcomeWords(): (task: ItemTaskDto) => { title: string; description: string | undefined } {
  const t = useTranslations("selection");

  function nameDone({
    state,
    action,
    changes,
    project,
    left,
    changed: count,
    restored,
  }: ItemTaskDto): string {
    const title = project?.title ?? "";
    if (left.projectGone > 0) return t("done.projectGone", { title });
    if (state === "undone") return t("done.undone", { count: restored });
    if (state === "cancelled" || state === "failed") return t(`done.${state}`, { count });
    if (action === "delete") return t("done.delete", { count });
    if (count === 0) return action === "project-add" ? t("done.inProject", { title }) : t("done.nothing");
    if (action === "project-add" || action === "project-remove") return t(`done.${action}`, { count, title });
    if (changes?.trashed !== undefined) return t(changes.trashed ? "done.trash" : "done.restore", { count });
    if (changes?.favourite !== undefined)
      return t(changes.favourite ? "done.favourite" : "done.unfavourite", { count });
    if (changes?.rating === 0) return t("done.unrated", { count });
    if (changes?.rating !== undefined) return t("done.rated", { count, stars: changes.rating });
    return t("done.changed", { count });
  }

  return (task) => {
    const reasons = Object.entries(task.left) as [keyof LeftItems, number][];
    const left = reasons.flatMap(([reason, count]) => (count > 0 ? t(`left.${reason}`, { count }) : []));
    return { title: nameDone(task), description: left.length > 0 ? left.join(" ") : undefined };
  };
}
