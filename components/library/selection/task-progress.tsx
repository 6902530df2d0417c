"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";

/** How far a change of many items is. Appears after a moment, because most end before. */
export function TaskProgress({ task, onCancel }: { task: ItemTaskDto; onCancel: () => void }) {
  const t = useTranslations("selection");
  const { state, action, exact } = task;
  const isUndoing = state === "undoing";
  const done = isUndoing ? task.restored : task.done;
  const total = Math.max(done, isUndoing ? task.changed : task.total);
  const name = t(isUndoing ? "running.undo" : `running.${action}`);
  return (
    <section
      aria-label={name}
      className="pointer-events-auto flex h-12 max-w-full items-center gap-3 rounded-lg border border-line bg-raised px-3.5 text-sm shadow-float transition-opacity delay-500 starting:opacity-0"
    >
      <span className="font-medium">{name}</span>
      <progress
        aria-label={name}
        max={total}
        value={done}
        className="h-1 w-24 overflow-hidden rounded-full accent-text sm:w-40"
      />
      <span className="text-2xs whitespace-nowrap text-text-2 tabular-nums">
        {t(exact || isUndoing ? "running.progress" : "running.progressAbout", { done, total })}
      </span>
      {isUndoing ? null : (
        <Button size="small" variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
      )}
    </section>
  );
}
