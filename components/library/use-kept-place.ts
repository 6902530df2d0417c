"use client";

import { useLayoutEffect, useRef } from "react";
import type { LibraryRow } from "./library-rows";
import { findStartOf, findTileAt } from "./row-places";

/**
 * Keeps what is seen in its place while the rows above it change: it scrolls by as much as the first visible tile moved.
 * At the beginning of the list nothing is kept, so that new tiles show.
 *
 * @param place.offsetPx the distance of the rows from the top of the page
 * @param place.isFromBeginning the list begins with the first row
 */
export function useKeptPlace(
  rows: readonly LibraryRow[],
  { offsetPx, isFromBeginning }: { offsetPx: number; isFromBeginning: boolean },
): void {
  const known = useRef({ rows, isFromBeginning });
  // Read with the event: reading it after rows changed would lay the page out once more.
  const scrolledPx = useRef(0);
  useLayoutEffect(() => {
    const look = () => (scrolledPx.current = window.scrollY);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = { rows, isFromBeginning };
    const seenPx = scrolledPx.current - offsetPx;
    if (before.rows === rows || (before.isFromBeginning && seenPx <= 0)) return;
    const tile = findTileAt(before.rows, seenPx);
    const startPx = tile && findStartOf(rows, tile.key);
    if (!tile || startPx === null || startPx === tile.startPx) return;
    window.scrollBy(0, startPx - tile.startPx);
    scrolledPx.current += startPx - tile.startPx;
  }, [rows, offsetPx, isFromBeginning]);
}
