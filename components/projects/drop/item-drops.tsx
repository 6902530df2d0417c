"use client";

import { useEffect, useState } from "react";
import { hasItems, hasText } from "@/components/queries/item-drag";
import { FetchedPart } from "@/components/ui/fetched-part";

const loadLayer = () => import("./drop-layer");

/** Takes items that are dragged onto projects and generators, and text onto those that read it. The code loads then. */
export function ItemDrops() {
  const [dragged, setDragged] = useState<"items" | "text" | null>(null);
  useEffect(() => {
    if (dragged) return;
    const begin = ({ dataTransfer }: DragEvent) => {
      if (!dataTransfer) return;
      if (hasItems(dataTransfer)) setDragged("items");
      else if (hasText(dataTransfer)) setDragged("text");
    };
    addEventListener("dragenter", begin);
    return () => removeEventListener("dragenter", begin);
  }, [dragged]);
  const end = () => setDragged(null);
  return dragged ? (
    <FetchedPart load={loadLayer} props={{ withProjects: dragged === "items", onEnd: end }} onFailed={end} />
  ) : null;
}
