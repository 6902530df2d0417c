import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { isSound } from "@/components/player/track";
import { clampAspect, expectedAspect } from "@/components/takes/generation-facts";
import { resultKind } from "@/components/takes/result-kind";
import { outputAspect } from "@/components/video-player/video-source";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import { justifyRows, type JustifiedOptions, type JustifiedRow } from "./justified-rows";

/** A result, or a generation without results. */
export interface LibraryTile {
  key: string;
  generation: GenerationDto;
  /** The result, and its position in its generation. */
  output: OutputDto | null;
  position: number;
  aspect: number;
  ownRow: boolean;
}

/** A row of the library. */
export type LibraryRow =
  | { kind: "day"; key: string; day: string; count: number | null }
  | { kind: "tiles"; key: string; row: JustifiedRow<LibraryTile>; firstIndex: number };

/** Width over height of a tile without a picture, which needs room for text. */
const textTileAspect = 1.75;

/** Narrower places are laid out as on a phone, in CSS pixels. */
const narrowPx = 560;

/** Target height of rows for a width, in CSS pixels: two pictures a row on a phone. */
export function targetRowPx(widthPx: number): number {
  return widthPx < narrowPx ? 132 : 172;
}

interface TileOptions {
  generators: readonly GeneratorFacts[];
  /** Available width in CSS pixels. */
  widthPx: number;
}

/**
 * Every result is a tile; a generation without results is a tile with text. In a narrow place such tiles fill a row,
 * since next to a picture the text would not fit above the wave.
 */
export function toTiles(
  generations: readonly GenerationDto[],
  { generators, widthPx }: TileOptions,
): LibraryTile[] {
  const isNarrow = widthPx < narrowPx;
  return generations.flatMap((generation): LibraryTile[] => {
    const generator = generators.find(({ id }) => id === generation.generator);
    const sounds = resultKind(generation, generator) === "sound";
    const results = generation.outputs.flatMap((output, position): LibraryTile[] => {
      // The sentences and facts of a sound belong to its page.
      if (sounds && !isSound(output)) return [];
      const aspect = sounds
        ? textTileAspect
        : clampAspect(output.width ? outputAspect(output) : expectedAspect(generation, generator));
      return [{ key: output.assetId, generation, output, position, aspect, ownRow: sounds && isNarrow }];
    });
    if (results.length > 0) return results;
    const words = { generation, output: null, position: 0, aspect: textTileAspect, ownRow: isNarrow };
    return [{ key: generation.id, ...words }];
  });
}

/**
 * Days with their tiles in justified rows, newest first. A day has a count only if all of it is loaded: the last one may
 * continue on the next page.
 *
 * @param dayOf the calendar day of a moment in the person's time zone, as sortable text
 */
export function layOutLibrary(
  generations: readonly GenerationDto[],
  options: JustifiedOptions & TileOptions & { dayOf: (iso: string) => string; complete: boolean },
): LibraryRow[] {
  const days = new Map<string, LibraryTile[]>();
  for (const tile of toTiles(generations, options)) {
    const day = options.dayOf(tile.generation.createdAt);
    const tiles = days.get(day);
    if (tiles) tiles.push(tile);
    else days.set(day, [tile]);
  }
  let firstIndex = 0;
  const lastDay = [...days.keys()].at(-1);
  return [...days].flatMap(([day, tiles]): LibraryRow[] => {
    const counted = options.complete || day !== lastDay;
    const rows = justifyRows(tiles, options).map((row): LibraryRow => {
      const placed: LibraryRow = { kind: "tiles", key: row.cells[0]?.item.key ?? day, row, firstIndex };
      firstIndex += row.cells.length;
      return placed;
    });
    return [{ kind: "day", key: `day-${day}`, day, count: counted ? tiles.length : null }, ...rows];
  });
}

/**
 * The tile that an arrow key leads to: the next, the previous, or the nearest one above or below.
 * Null at the ends.
 */
export function moveFocus(
  rows: readonly LibraryRow[],
  from: number,
  key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
): number | null {
  const tileRows = rows.filter((row) => row.kind === "tiles");
  const last = tileRows.at(-1);
  const count = last ? last.firstIndex + last.row.cells.length : 0;
  if (key === "ArrowLeft") return from > 0 ? from - 1 : null;
  if (key === "ArrowRight") return from < count - 1 ? from + 1 : null;

  const rowIndex = tileRows.findIndex(
    ({ firstIndex, row }) => from >= firstIndex && from < firstIndex + row.cells.length,
  );
  const current = tileRows[rowIndex];
  const target = tileRows[rowIndex + (key === "ArrowDown" ? 1 : -1)];
  if (!current || !target) return null;
  const middle = middleOf(current.row, from - current.firstIndex);
  const distances = target.row.cells.map((_, cell) => Math.abs(middleOf(target.row, cell) - middle));
  return target.firstIndex + distances.indexOf(Math.min(...distances));
}

function middleOf(row: JustifiedRow<LibraryTile>, cell: number): number {
  const before = row.cells.slice(0, cell).reduce((sum, { widthPx }) => sum + widthPx, 0);
  return before + (row.cells[cell]?.widthPx ?? 0) / 2;
}
