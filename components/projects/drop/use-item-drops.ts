"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { useGenerators } from "@/components/generators";
import {
  fetchDraggedItem,
  hasItems,
  hasText,
  isDragging,
  readItemDrag,
} from "@/components/queries/item-drag";
import { listFollowUps, writeTextAddress } from "@/components/queries/result-addresses";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { useProjectTask } from "../use-project-task";

const targets = "[data-drop-project], nav a[data-generator]";

/**
 * Adds dropped items to the project that an element names with `data-drop-project`, or opens the form of a generator of
 * the navigation with the dropped item or text.
 */
export function useItemDrops(): void {
  const router = useRouter();
  const generators = useGenerators();
  const { add } = useProjectTask();
  const showError = useErrorToast();

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
    const generator = generators.find((each) => each.id === id);
    if (hasText(transfer)) return generator?.readsAloud !== undefined;
    const start = generator?.beginsWith;
    return (
      start !== undefined &&
      isDragging(transfer, "kind", start.kind) &&
      start.from.some((generator) => isDragging(transfer, "generator", generator))
    );
  }

  /** The element that takes what is dragged over it. */
  function findTarget({ target, dataTransfer }: DragEvent): HTMLElement | null {
    const element = target instanceof Element ? target.closest<HTMLElement>(targets) : null;
    if (!element || !dataTransfer) return null;
    const { generator } = element.dataset;
    const isTaken = generator === undefined ? hasItems(dataTransfer) : canBegin(generator, dataTransfer);
    return isTaken ? element : null;
  }

  function drop(element: HTMLElement, transfer: DataTransfer): void {
    const { dropProject, generator } = element.dataset;
    const dragged = readItemDrag(transfer);
    if (!dragged) {
      const address = generator && writeTextAddress(generator, transfer.getData("text/plain").trim());
      if (address) router.push(address);
      return;
    }
    if (dropProject) void add(dropProject, dragged);
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
    if (!element || !event.dataTransfer) return;
    event.preventDefault();
    drop(element, event.dataTransfer);
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("dragover", (event) => over(event), { signal });
    addEventListener("drop", (event) => dropped(event), { signal });
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
