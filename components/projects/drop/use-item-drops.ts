"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { useGenerators } from "@/components/generators";
import { useOutcomeWords } from "@/components/library/selection/use-outcome-words";
import { apiFetch } from "@/components/queries/api-fetch";
import { fetchDraggedItem, hasItems, isDragging, readItemDrag } from "@/components/queries/item-drag";
import { applyItemTask, isActive } from "@/components/queries/item-task-queries";
import { projectAddress } from "@/components/queries/project-queries";
import { listFollowUps } from "@/components/queries/result-addresses";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { showToast } from "@/components/ui/toast";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";

const targets = "[data-drop-project], nav a[data-generator]";

/**
 * Adds dropped items to the project that an element names with `data-drop-project`, or opens the form of a generator of
 * the navigation with the dropped item. Calls back at the end of the drag.
 */
export function useItemDrops(onEnd: () => void): void {
  const t = useTranslations("selection");
  const client = useQueryClient();
  const router = useRouter();
  const generators = useGenerators();
  const nameOutcome = useOutcomeWords();
  const showError = useErrorToast();

  function announce(task: ItemTaskDto): void {
    applyItemTask(client, task);
    const { title, description } = nameOutcome(task);
    showToast({
      tone: task.state === "failed" ? "danger" : "plain",
      // A list with a selection bar tells how a longer task goes on and ends.
      title: isActive(task) ? t(task.state === "undoing" ? "running.undo" : "running.project-add") : title,
      description: isActive(task) ? undefined : description,
      action: task.canUndo ? { label: t("undo"), onSelect: () => void undo(task.id) } : undefined,
    });
  }
  const send = (path: string, body?: object) =>
    apiFetch<ItemTaskDto>(path, { method: "POST", ...(body ? { body } : {}) }).then(announce, showError);
  const undo = (id: string) => send(`/api/v1/item-tasks/${id}/undo`);

  async function openForm(id: string, transfer: DataTransfer): Promise<void> {
    try {
      const item = await fetchDraggedItem(transfer);
      const { generationId, generator, assetId, mimeType } = item ?? {};
      if (!generationId || !generator || !assetId || !mimeType) return;
      const followUps = listFollowUps(generators, { id: generationId, generator }, { assetId, mimeType });
      const followUp = followUps.find((each) => each.generator.id === id);
      if (followUp) router.push(followUp.href);
    } catch (error) {
      showError(error);
    }
  }

  /** Whether the form of a generator can begin with what is dragged. */
  function canBegin(id: string, transfer: DataTransfer): boolean {
    const start = generators.find((each) => each.id === id)?.beginsWith;
    return (
      start !== undefined &&
      isDragging(transfer, "kind", start.kind) &&
      start.from.some((generator) => isDragging(transfer, "generator", generator))
    );
  }

  /** The element that takes what is dragged over it. */
  function findTarget({ target, dataTransfer }: DragEvent): HTMLElement | null {
    const element = target instanceof Element ? target.closest<HTMLElement>(targets) : null;
    if (!element || !dataTransfer || !hasItems(dataTransfer)) return null;
    const { generator } = element.dataset;
    return generator === undefined || canBegin(generator, dataTransfer) ? element : null;
  }

  function drop(element: HTMLElement, transfer: DataTransfer): void {
    const { dropProject, generator } = element.dataset;
    const dragged = readItemDrag(transfer);
    if (!dragged) return;
    const { count: _count, ...chosen } = dragged;
    if (dropProject) void send(`${projectAddress(dropProject)}/items/additions`, chosen);
    else if (generator) void openForm(generator, transfer);
  }

  const over = useEffectEvent((event: DragEvent) => {
    const element = findTarget(event);
    highlight(element);
    if (!element || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  const dropped = useEffectEvent((event: DragEvent) => {
    const element = findTarget(event);
    if (element && event.dataTransfer) {
      event.preventDefault();
      drop(element, event.dataTransfer);
    }
    onEnd();
  });
  const left = useEffectEvent((event: DragEvent) => {
    // Out of the window. Over the next element, the drag goes on.
    if (event.relatedTarget === null) onEnd();
  });
  const ended = useEffectEvent(() => onEnd());

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("dragover", (event) => over(event), { signal });
    addEventListener("drop", (event) => dropped(event), { signal });
    addEventListener("dragend", () => ended(), { signal });
    addEventListener("dragleave", (event) => left(event), { signal });
    return () => {
      controller.abort();
      highlight(null);
    };
  }, []);
}

function highlight(element: HTMLElement | null): void {
  for (const before of document.querySelectorAll<HTMLElement>("[data-drop-over]"))
    if (before !== element) delete before.dataset.dropOver;
  if (element) element.dataset.dropOver = "";
}
