"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { applyItemTask, isActive, isNewEnd, itemTaskQueries } from "@/components/queries/item-task-queries";
import { projectAddress } from "@/components/queries/project-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { showToast } from "@/components/ui/toast";
import type { ItemSort } from "@/lib/items/item-names";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";
import type { ChosenItems } from "./chosen-items";
import { useOutcomeWords } from "./use-outcome-words";

/** What is done to the chosen items, as the API is sent it. */
export type ItemAction =
  | { kind: "change"; changes: NonNullable<ItemTaskDto["changes"]> }
  | { kind: "delete" }
  | { kind: "project-add"; projectId: string; sort: ItemSort }
  | { kind: "project-remove"; projectId: string };

function addressOfAction(action: ItemAction): string {
  if (action.kind === "change") return "/api/v1/items/changes";
  if (action.kind === "delete") return "/api/v1/items/deletions";
  const items = `${projectAddress(action.projectId)}/items`;
  return action.kind === "project-add" ? `${items}/additions` : `${items}/removals`;
}

/**
 * Changes many items, with a toast that undoes it. What takes longer is in `active`, also what was started elsewhere or
 * before a reload.
 */
export function useItemTasks() {
  const client = useQueryClient();
  const t = useTranslations("selection");
  const nameOutcome = useOutcomeWords();
  const showError = useErrorToast();
  const { data: active = [] } = useQuery(itemTaskQueries.active());
  /** The task that `undoLast` undoes. */
  const last = useRef<string>(undefined);
  const watched = useRef(new Set<string>());

  const addressOf = (id: string) => `/api/v1/item-tasks/${id}`;

  async function send(path: string, body?: object): Promise<boolean> {
    try {
      follow(await apiFetch<ItemTaskDto>(path, { method: "POST", ...(body ? { body } : {}) }));
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  function follow(task: ItemTaskDto): void {
    if (isActive(task)) watched.current.add(task.id);
    else watched.current.delete(task.id);
    applyItemTask(client, task);
    if (isActive(task)) return;
    if (task.canUndo) last.current = task.id;
    if (isNewEnd(task)) announce(task);
  }

  const undo = (id: string) => {
    if (last.current === id) last.current = undefined;
    return send(`${addressOf(id)}/undo`);
  };

  function announce(task: ItemTaskDto): void {
    const { title, description } = nameOutcome(task);
    showToast({
      tone: task.state === "failed" ? "danger" : "plain",
      title,
      description,
      action: task.canUndo ? { label: t("undo"), onSelect: () => void undo(task.id) } : undefined,
    });
  }

  // The list says what goes on; how a task ended is asked for when it leaves the list.
  useEffect(() => {
    const ids = new Set(active.map(({ id }) => id));
    const ended = [...watched.current].filter((id) => !ids.has(id));
    for (const id of ids) watched.current.add(id);
    for (const id of ended) {
      watched.current.delete(id);
      apiFetch<ItemTaskDto>(addressOf(id)).then(follow, showError);
    }
  });

  return {
    active,
    run: (action: ItemAction, items: ChosenItems) =>
      send(addressOfAction(action), {
        ...items,
        ...(action.kind === "change" ? action.changes : {}),
        ...(action.kind === "project-add" ? { sort: action.sort } : {}),
      }),
    cancel: (id: string) => send(`${addressOf(id)}/cancel`),
    undoLast: () => void (last.current && undo(last.current)),
  };
}
