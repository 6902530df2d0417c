"use client";

import { useCallback, type ReactNode } from "react";
import { useGenerators } from "@/components/generators";
import { ListedTracks } from "@/components/takes/listed-tracks";
import type { ItemLayout } from "@/lib/appearance/item-layout";
import type { RememberedWidth } from "@/lib/appearance/remembered-width";
import type { ItemDto } from "@/lib/items/item-dto";
import { DayGrid } from "./day-grid";
import { ItemTileView } from "./item-tile";
import { listItemTracks } from "./item-track";
import { LazyItemLine } from "./lazy-item-line";
import { linePx, targetRowPx, toItemLines, toItemTiles } from "./library-rows";
import { SelectDay } from "./selection/select-day";

interface ItemGridProps {
  /** The loaded items, in order. */
  items: readonly ItemDto[];
  layout?: ItemLayout;
  /** All pages before them, and all behind them, are loaded. */
  isComplete: { before: boolean; behind: boolean };
  /** Called with the time of the first visible item, after it changed. */
  onSeen?: (createdAt: string) => void;
  /** The days with a line below their items, and that line. */
  feet?: ReadonlyMap<string, ReactNode>;
  /** Rows begin with each day, for lists that are sorted by time. */
  byDay?: boolean;
  /** Shows a button on each item that restores it from the trash. */
  restorable?: boolean;
  /** What the server lays the page out for; without it, the rows appear with the first script. */
  remembered?: RememberedWidth;
  /** When the server rendered the page, in epoch milliseconds. */
  renderedAtMs?: number;
}

/** Items in justified rows, or with a line each; for any list of items. */
export function ItemGrid({ items, layout = "grid", restorable = false, ...grid }: ItemGridProps) {
  const generators = useGenerators();
  const areLines = layout === "list";
  const { byDay = true } = grid;
  const tilesFor = useCallback(
    (widthPx: number) => (areLines ? toItemLines(items) : toItemTiles(items, { generators, widthPx })),
    [items, generators, areLines],
  );
  return (
    <ListedTracks items={items} toTracks={listItemTracks}>
      <DayGrid
        {...grid}
        toTiles={tilesFor}
        rowPx={areLines ? linePx : targetRowPx}
        renderDayAction={(isOfDay) => (
          <SelectDay listDay={() => items.filter(({ createdAt }) => isOfDay(createdAt))} />
        )}
        renderTile={({ tile: { item }, widthPx, ...placed }) =>
          areLines ? (
            <LazyItemLine {...placed} item={item} restorable={restorable} byDay={byDay} />
          ) : (
            <ItemTileView {...placed} widthPx={widthPx} item={item} restorable={restorable} />
          )
        }
      />
    </ListedTracks>
  );
}
