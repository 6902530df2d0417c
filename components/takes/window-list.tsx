"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRef, type ReactNode } from "react";
import { useOffset } from "./use-place";

interface WindowListProps {
  items: readonly { id: string }[];
  /** Height of an item in CSS pixels until it has been measured. */
  estimateHeightPx: number;
  gapPx: number;
  renderItem: (index: number) => ReactNode;
}

/**
 * A list that scrolls with the page and renders only items near the viewport. Loaded on demand, hence the default export.
 */
export default function WindowList({ items, estimateHeightPx, gapPx, renderItem }: WindowListProps) {
  const listRef = useRef<HTMLOListElement>(null);
  // The content above may change its height: on a phone it is the form.
  const offsetPx = useOffset(listRef);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimateHeightPx,
    gap: gapPx,
    overscan: 3,
    scrollMargin: offsetPx,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  return (
    <ol ref={listRef} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={-1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - offsetPx}px)` }}
        >
          {renderItem(index)}
        </li>
      ))}
    </ol>
  );
}
