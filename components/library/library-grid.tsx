"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useTimeZone, useFormatter, useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useGenerators } from "@/components/generators";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { findSharedIdeas } from "@/components/queries/idea-stacks";
import { ListedTracks } from "@/components/takes/listed-tracks";
import { layOutLibrary, moveFocus, targetRowPx } from "./library-rows";
import { LibraryTileView } from "./library-tile";
import { usePlace } from "@/components/takes/use-place";
import { useNow } from "@/components/queries/use-now";

interface LibraryGridProps {
  generations: readonly GenerationDto[];
  /** All pages are loaded. */
  complete: boolean;
  trash: boolean;
}

const gapPx = 8;
const headingPx = 49;
const arrowKeys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;

/** Justified rows by day, virtualised in the page; arrow keys move between tiles. */
export function LibraryGrid({ generations, complete, trash }: LibraryGridProps) {
  const placeRef = useRef<HTMLDivElement>(null);
  const { widthPx, offsetPx } = usePlace(placeRef);
  const generators = useGenerators();
  const timeZone = useTimeZone();
  const dayOf = useMemo(() => {
    // Swedish dates have the ISO format.
    const format = new Intl.DateTimeFormat("sv-SE", {
      ...(timeZone ? { timeZone } : {}),
      dateStyle: "short",
    });
    return (iso: string) => format.format(new Date(iso));
  }, [timeZone]);
  const sharedIdeas = useMemo(() => findSharedIdeas(generations), [generations]);
  const rows = useMemo(
    () =>
      layOutLibrary(generations, {
        generators,
        widthPx,
        targetHeightPx: targetRowPx(widthPx),
        gapPx,
        dayOf,
        complete,
      }),
    [generations, generators, widthPx, dayOf, complete],
  );
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => {
      const row = rows[index];
      return row?.kind === "tiles" ? row.row.heightPx + gapPx : headingPx;
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    scrollMargin: offsetPx,
  });
  // Sizes are computed from the width, not measured.
  useEffect(() => {
    virtualizer.measure();
  }, [rows, virtualizer]);
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
    virtualizer.scrollToIndex(rowIndex, { align: "auto" });
    setFocusWanted(target);
  }

  return (
    <ListedTracks generations={generations}>
      <div
        ref={placeRef}
        onKeyDown={onKeyDown}
        onFocus={() => setFocusWanted(null)}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - offsetPx}px)` }}
            >
              {row.kind === "day" ? (
                <DayHeading day={row.day} count={row.count} dayOf={dayOf} />
              ) : (
                <ul className="flex" style={{ gap: gapPx }}>
                  {row.row.cells.map((cell, place) => (
                    <LibraryTileView
                      key={cell.item.key}
                      tile={cell.item}
                      index={row.firstIndex + place}
                      widthPx={cell.widthPx}
                      heightPx={row.row.heightPx}
                      sharedIdeas={sharedIdeas}
                      restorable={trash}
                    />
                  ))}
                </ul>
              )}
            </div>
          );
        })}
      </div>
    </ListedTracks>
  );
}

const dayMs = 86_400_000;

/** A calendar day, `2026-11-21`, as today, yesterday or a recent weekday, with its date. */
function DayHeading({
  day,
  count,
  dayOf,
}: {
  day: string;
  count: number | null;
  dayOf: (iso: string) => string;
}) {
  const t = useTranslations("library.days");
  const tTakes = useTranslations("takes");
  const format = useFormatter();
  const now = useNow();
  // Formatted in UTC, where noon is on the same calendar day.
  const date = new Date(`${day}T12:00:00Z`);
  const utc = { timeZone: "UTC" } as const;

  function name(): string | null {
    if (now === null) return null;
    const daysAgo = Math.round(
      (Date.parse(`${dayOf(new Date(now).toISOString())}T12:00:00Z`) - date.getTime()) / dayMs,
    );
    if (daysAgo === 0) return t("today");
    if (daysAgo === 1) return t("yesterday");
    if (daysAgo > 1 && daysAgo < 7) return format.dateTime(date, "weekday", utc);
    return null;
  }

  const sameYear = now !== null && dayOf(new Date(now).toISOString()).slice(0, 4) === day.slice(0, 4);
  const written = format.dateTime(date, sameYear ? "dayAndMonth" : "date", utc);
  const known = name();
  const facts = [known ? written : null, count === null ? null : t("count", { count })].filter(Boolean);
  return (
    <h2 className="flex items-baseline gap-2.5 pt-4.5 pb-2.5 text-base">
      <span className="font-medium">{known ?? written}</span>
      <span className="text-xs text-text-3">{facts.join(tTakes("factSeparator"))}</span>
    </h2>
  );
}
