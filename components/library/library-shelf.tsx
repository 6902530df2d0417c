"use client";

import { useMemo, useRef } from "react";
import { useGenerators } from "@/components/generators";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { findSharedIdeas } from "@/components/queries/idea-stacks";
import { justifyRows } from "./justified-rows";
import { ListedTracks } from "@/components/takes/listed-tracks";
import { targetRowPx, toTiles } from "./library-rows";
import { LibraryTileView } from "./library-tile";
import { usePlace } from "@/components/takes/use-place";

interface LibraryShelfProps {
  generations: readonly GenerationDto[];
  /** The most rows to show. */
  rows: number;
}

const gapPx = 8;

/** The first few rows of a library. */
export function LibraryShelf({ generations, rows }: LibraryShelfProps) {
  const generators = useGenerators();
  const placeRef = useRef<HTMLDivElement>(null);
  const { widthPx } = usePlace(placeRef);
  const sharedIdeas = useMemo(() => findSharedIdeas(generations), [generations]);
  const shown = useMemo(
    () =>
      justifyRows(toTiles(generations, { generators, widthPx }), {
        widthPx,
        targetHeightPx: targetRowPx(widthPx),
        gapPx,
      }).slice(0, rows),
    [generations, generators, widthPx, rows],
  );
  return (
    <ListedTracks generations={generations}>
      <div ref={placeRef} className="grid min-h-43 gap-2">
        {shown.map((row) => (
          <ul key={row.cells[0]?.item.key} className="flex gap-2">
            {row.cells.map(({ item, index, widthPx: tileWidthPx }) => (
              <LibraryTileView
                key={item.key}
                tile={item}
                index={index}
                widthPx={tileWidthPx}
                heightPx={row.heightPx}
                sharedIdeas={sharedIdeas}
                restorable={false}
              />
            ))}
          </ul>
        ))}
      </div>
    </ListedTracks>
  );
}
