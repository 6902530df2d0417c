"use client";

import { useCallback, useMemo } from "react";
import { useGenerators } from "@/components/generators";
import { findSharedIdeas } from "@/components/queries/idea-stacks";
import { listTracks } from "@/components/player/generation-tracks";
import { ListedTracks } from "@/components/takes/listed-tracks";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { DayGrid } from "./day-grid";
import { toTiles } from "./generation-tiles";
import { LibraryTileView } from "./library-tile";

interface LibraryGridProps {
  generations: readonly GenerationDto[];
  /** All pages are loaded. */
  complete: boolean;
}

/** The results of generations by day. */
export function LibraryGrid({ generations, complete }: LibraryGridProps) {
  const generators = useGenerators();
  const sharedIdeas = useMemo(() => findSharedIdeas(generations), [generations]);
  const tilesFor = useCallback(
    (widthPx: number) => toTiles(generations, { generators, widthPx }),
    [generations, generators],
  );
  return (
    <ListedTracks items={generations} toTracks={listTracks}>
      <DayGrid
        toTiles={tilesFor}
        isComplete={{ before: true, behind: complete }}
        renderTile={(placed) => <LibraryTileView {...placed} sharedIdeas={sharedIdeas} />}
      />
    </ListedTracks>
  );
}
