import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import { toTiles, type LibraryTile } from "../library/generation-tiles";
import { justifyRows, type JustifiedRow } from "../library/justified-rows";
import { targetRowPx } from "../library/library-rows";

export const shelfGapPx = 8;
/** The most rows that are shown. */
export const shelfRows = 3;
/** No window makes it wider: a page of text and rows is 68rem wide (app/globals.css). */
const widestPx = 1_088;

/** The latest results in rows, all of them. */
export function layOutShelf(
  generations: readonly GenerationDto[],
  { generators, widthPx }: { generators: readonly GeneratorFacts[]; widthPx: number },
): JustifiedRow<LibraryTile>[] {
  return justifyRows(toTiles(generations, { generators, widthPx }), {
    widthPx,
    targetHeightPx: targetRowPx(widthPx),
    gapPx: shelfGapPx,
  });
}

/** Generations with something to show. */
export const listKept = (generations: readonly GenerationDto[]) =>
  generations.filter(({ outputs }) => outputs.length > 0);

/** How many of the latest generations fill the shelf in any window, with the one that ends its last row. */
export function countShelved(
  generations: readonly GenerationDto[],
  generators: readonly GeneratorFacts[],
): number {
  const rows = layOutShelf(listKept(generations), { generators, widthPx: widestPx });
  const next = rows[shelfRows]?.cells[0]?.item.generation;
  return next ? generations.indexOf(next) + 1 : generations.length;
}
