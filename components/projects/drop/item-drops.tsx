"use client";

import { useEffect, useState } from "react";
import { hasItems } from "@/components/queries/item-drag";
import { FetchedPart } from "@/components/ui/fetched-part";

const loadLayer = () => import("./drop-layer");

/** Takes items that are dragged onto projects and generators. The code loads when items are dragged. */
export function ItemDrops() {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    if (isDragging) return;
    const begin = ({ dataTransfer }: DragEvent) =>
      dataTransfer && hasItems(dataTransfer) && setDragging(true);
    addEventListener("dragenter", begin);
    return () => removeEventListener("dragenter", begin);
  }, [isDragging]);
  const end = () => setDragging(false);
  return isDragging ? <FetchedPart load={loadLayer} props={{ onEnd: end }} onFailed={end} /> : null;
}
