"use client";

import { useTimeZone } from "next-intl";
import {
  Fragment,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { DayHeading } from "./day-heading";
import { createDayOf } from "./day-times";
import { layOutDays, moveFocus, targetRowPx, type LibraryRow, type Tile } from "./library-rows";
import { isRowWindowFetched, LazyRowWindow } from "./lazy-row-window";
import { LaidOutFor } from "./laid-out-for";
import { useOffset, useWidth } from "@/components/takes/use-place";
import { findTileAt, gapPx, measureRows, placeRows } from "./row-places";
import type { ScrollToRow } from "./row-window";
import { useKeptPlace } from "./use-kept-place";
import { useTurns, type Turn } from "./use-turns";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";
import type { RememberedWidth } from "@/lib/appearance/remembered-width";

/** How a tile is shown. */
export interface PlacedTile<Placed extends Tile> {
  tile: Placed;
  /** Its place among the loaded tiles. */
  index: number;
  widthPx: number;
  heightPx: number;
  /** In the first row: its picture is fetched first. */
  eager: boolean;
}

interface DayGridProps<Placed extends Tile> {
  /** The tiles for a width. */
  toTiles: (widthPx: number) => readonly Placed[];
  /** The target height of rows for a width. */
  rowPx?: (widthPx: number) => number;
  renderTile: (placed: PlacedTile<Placed>) => ReactNode;
  /** Everything before the first tile, and behind the last one, is loaded. */
  isComplete: { before: boolean; behind: boolean };
  /** Called with the time of the first visible tile, after it changed. */
  onSeen?: (createdAt: string) => void;
  /** The days with a line below their tiles, and that line. */
  feet?: ReadonlyMap<string, ReactNode>;
  /** At the end of the heading of a day that is loaded as a whole. */
  renderDayAction?: ((isOfDay: (createdAt: string) => boolean) => ReactNode) | undefined;
  /** Rows begin with each day; without, they follow each other. */
  byDay?: boolean;
  /** What the server lays the page out for; without it, the rows appear with the first script. */
  remembered?: RememberedWidth;
  /** When the server rendered the page, in epoch milliseconds. */
  renderedAtMs?: number;
}

/** The server renders the rows that begin above this, in CSS pixels: a screen and what is scrolled to first. */
const firstScreenPx = 1_200;
/** Up to so many rows are all rendered, which most lists begin with. */
const plainUpTo = 30;
const isOnFirstScreen = ({ startPx }: { startPx: number }) => startPx < firstScreenPx;
const toTurn = (row: LibraryRow): Turn => ({
  key: row.key,
  tiles: row.kind === "tiles" ? row.row.cells.length : 0,
});
const arrowKeys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;

/**
 * Justified rows by day; of many, only those near the window are rendered. Arrow keys move between tiles. What is seen stays
 * where it is while rows above it come and go.
 */
export function DayGrid<Placed extends Tile>({
  toTiles,
  rowPx = targetRowPx,
  renderTile,
  isComplete: { before, behind },
  onSeen,
  feet,
  renderDayAction,
  byDay = true,
  remembered,
  renderedAtMs,
}: DayGridProps<Placed>) {
  const placeRef = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(placeRef, remembered);
  const offsetPx = useOffset(placeRef);
  const timeZone = useTimeZone();
  const dayOf = useMemo(() => createDayOf(timeZone ?? "UTC"), [timeZone]);
  const rows = useMemo(
    () =>
      layOutDays(toTiles(widthPx), {
        widthPx,
        targetHeightPx: rowPx(widthPx),
        gapPx,
        dayOf: byDay ? dayOf : null,
        isComplete: { before, behind },
        ...(feet ? { footDays: new Set(feet.keys()) } : {}),
      }),
    [toTiles, rowPx, widthPx, dayOf, byDay, before, behind, feet],
  );
  const isLong = rows.length > plainUpTo;
  // The keys of the rows near the window, those in it first. Until the code that finds them is fetched, all rows are near.
  const [near, setNear] = useState<readonly string[] | null>(() => (isRowWindowFetched() ? [] : null));
  const scrollToRow = useRef<ScrollToRow>(undefined);
  const showNear = useCallback((keys: readonly string[], scrollTo: ScrollToRow) => {
    scrollToRow.current = scrollTo;
    setNear((before) =>
      before?.length === keys.length && keys.every((key, index) => before[index] === key) ? before : keys,
    );
  }, []);
  const places = useMemo(() => placeRows(rows), [rows]);
  // The server knows neither the height of the window nor how far it is scrolled.
  const isHydrating = useIsHydrating();
  const wanted = useMemo(() => {
    const turns = new Map(rows.map((row) => [row.key, toTurn(row)]));
    if (isHydrating) return [...turns.values()].slice(0, places.filter(isOnFirstScreen).length);
    if (!isLong || near === null) return [...turns.values()];
    return near.flatMap((key) => turns.get(key) ?? []);
  }, [rows, places, isHydrating, isLong, near]);
  const rendered = useTurns(wanted);
  const [focusWanted, setFocusWanted] = useState<number | null>(null);
  useEffect(() => {
    if (focusWanted === null) return;
    placeRef.current?.querySelector<HTMLElement>(`[data-tile="${focusWanted}"]`)?.focus();
  });

  function onKeyDown(event: KeyboardEvent) {
    const key = arrowKeys.find((each) => each === event.key);
    const tile = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
    if (!key || !tile || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const target = moveFocus(rows, Number(tile.getAttribute("data-tile")), key);
    if (target === null) return;
    const rowIndex = rows.findIndex(
      (row) =>
        row.kind === "tiles" && target >= row.firstIndex && target < row.firstIndex + row.row.cells.length,
    );
    if (isLong) scrollToRow.current?.(rowIndex);
    setFocusWanted(target);
  }

  const reportSeen = useEffectEvent(() => {
    const first = findTileAt(rows, Math.max(0, window.scrollY - offsetPx));
    if (first) onSeen?.(first.createdAt);
  });
  useEffect(() => {
    reportSeen();
    addEventListener("scroll", reportSeen, { passive: true });
    return () => removeEventListener("scroll", reportSeen);
  }, [rows, offsetPx]);
  useKeptPlace(rows, { offsetPx, isFromBeginning: before });

  return (
    <div
      ref={placeRef}
      onKeyDown={onKeyDown}
      onFocus={() => setFocusWanted(null)}
      data-results=""
      className="@container/results relative"
      style={{ height: measureRows(rows) }}
    >
      {isLong ? <LazyRowWindow rows={rows} offsetPx={offsetPx} onNear={showNear} /> : null}
      {widthPx > 0 && widthPx === remembered?.widthPx ? <LaidOutFor widthPx={widthPx} /> : null}
      {places.map(({ index, startPx }) => {
        const row = rows[index];
        if (!row || !rendered.has(row.key)) return null;
        return (
          <div
            key={row.key}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${startPx}px)` }}
          >
            {row.kind === "day" ? (
              <DayHeading
                day={row.day}
                count={row.count}
                dayOf={dayOf}
                action={
                  row.count === null ? null : renderDayAction?.((createdAt) => dayOf(createdAt) === row.day)
                }
                {...(renderedAtMs === undefined ? {} : { renderedAtMs })}
              />
            ) : row.kind === "foot" ? (
              feet?.get(row.day)
            ) : (
              <ul className="flex" style={{ gap: gapPx }}>
                {row.row.cells.map((cell, place) => (
                  <Fragment key={cell.item.key}>
                    {renderTile({
                      tile: cell.item,
                      index: row.firstIndex + place,
                      widthPx: cell.widthPx,
                      heightPx: row.row.heightPx,
                      eager: row.firstIndex === 0,
                    })}
                  </Fragment>
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </div>
  );
}
