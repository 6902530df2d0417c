"use client";

import { useEffect, useState } from "react";
import { hasItems, hasText } from "@/components/queries/item-drag";
import { FetchedPart } from "@/components/ui/fetched-part";

const loadLayer = () => import("./drop-layer");

/** Takes items that are dragged onto projects and generators, and text onto those that read it. The code loads then. */
export function ItemDrops() {
  const [dragged, setDragged] = useState<"items" | "text" | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const begin = ({ dataTransfer }: DragEvent) => {
      if (!dataTransfer) return;
      if (hasItems(dataTransfer)) setDragged("items");
      else if (hasText(dataTransfer)) setDragged("text");
    };
    // After the listeners of the layer, which may also still be loading.
    const end = () => setTimeout(() => setDragged(null));
    const leave = (event: DragEvent) => {
      // Out of the window. Over the next element, the drag goes on.
      if (event.relatedTarget === null) end();
    };
    if (dragged) {
      addEventListener("drop", end, { signal });
      addEventListener("dragend", end, { signal });
      addEventListener("dragleave", leave, { signal });
    } else addEventListener("dragenter", begin, { signal });
    return () => controller.abort();
  }, [dragged]);
  return dragged ? (
    <FetchedPart
      load={loadLayer}
      props={{ withProjects: dragged === "items" }}
      onFailed={() => setDragged(null)}
    />
  ) : null;
}
