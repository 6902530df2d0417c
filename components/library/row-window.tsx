"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { LibraryRow } from "./library-rows";
import { rowHeightPx } from "./row-places";

/** Scrolls as far as needed to see a row. */
export type ScrollToRow = (rowIndex: number) => void;

interface RowWindowProps {
  rows: readonly LibraryRow[];
  /** The distance of the rows from the top of the page, in CSS pixels. */
  offsetPx: number;
  /** Called with the keys of the rows near the window: those in it, those below it, those above it. */
  onNear: (keys: readonly string[], scrollTo: ScrollToRow) => void;
}

/** Finds the rows of a long list that are near the window. Renders nothing. Lazily loaded, hence the default export. */
export default function RowWindow({ rows, offsetPx, onNear }: RowWindowProps) {
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index] ? rowHeightPx(rows[index]) : 0),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    scrollMargin: offsetPx,
    // Rendering inside the scroll event would lay the page out once more.
    useFlushSync: false,
  });
  // Sizes are computed from the width, not measured.
  const placedRows = useRef(rows);
  useLayoutEffect(() => {
    if (placedRows.current === rows) return;
    placedRows.current = rows;
    virtualizer.measure();
  }, [rows, virtualizer]);
  const scrollTo = useCallback<ScrollToRow>(
    (rowIndex) => virtualizer.scrollToIndex(rowIndex, { align: "auto" }),
    [virtualizer],
  );
  useLayoutEffect(() => {
    const first = virtualizer.range?.startIndex ?? 0;
    const near = virtualizer.getVirtualItems();
    const ordered = [
      ...near.filter(({ index }) => index >= first),
      ...near.filter(({ index }) => index < first),
    ];
    onNear(
      ordered.map(({ key }) => String(key)),
      scrollTo,
    );
  });
  return null;
}
