import type { ItemDto } from "@/lib/items/item-dto";
import { clampAspect } from "@/components/takes/clamp-aspect";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import { justifyRows, type JustifiedOptions, type JustifiedRow } from "./justified-rows";

/** A tile to place by its day and shape. */
export interface Tile {
  key: string;
  createdAt: string;
  aspect: number;
  /** Fills a row alone. */
  ownRow: boolean;
}

/** A result as an item. */
export interface ItemTile extends Tile {
  item: ItemDto;
}

/** A row of the library. */
export type LibraryRow<Placed extends Tile = Tile> =
  | { kind: "day"; key: string; day: string; count: number | null }
  /** A line below the tiles of a day. */
  | { kind: "foot"; key: string; day: string }
  | { kind: "tiles"; key: string; row: JustifiedRow<Placed>; firstIndex: number };

/** Width over height of a tile without a picture, which needs room for text. */
export const textTileAspect = 1.75;

/** Narrower places are laid out as on a phone, in CSS pixels. */
const narrowPx = 560;

export const isNarrowPlace = (widthPx: number) => widthPx < narrowPx;

/** Target height of rows for a width, in CSS pixels: two pictures a row on a phone. */
export function targetRowPx(widthPx: number): number {
  return isNarrowPlace(widthPx) ? 132 : 172;
}

/** Height of the lines of a list: in a narrow place with room for two lines of words. */
export function linePx(widthPx: number): number {
  return isNarrowPlace(widthPx) ? 60 : 44;
}

export interface TileOptions {
  generators: readonly GeneratorFacts[];
  /** Available width in CSS pixels. */
  widthPx: number;
}

/** A tile for each item. A sound fills a row in a narrow place, like the tiles with text of `toTiles`. */
export function toItemTiles(items: readonly ItemDto[], { generators, widthPx }: TileOptions): ItemTile[] {
  const isNarrow = isNarrowPlace(widthPx);
  return items.map((item): ItemTile => {
    const { id: key, createdAt, kind, width, height } = item;
    if (kind === "audio") return { key, createdAt, item, aspect: textTileAspect, ownRow: isNarrow };
    const isVideoOfUnknownSize = generators.find(({ id }) => id === item.generator)?.produces === "video";
    const aspect = width && height ? width / height : isVideoOfUnknownSize ? 16 / 9 : 1;
    return { key, createdAt, item, aspect: clampAspect(aspect), ownRow: false };
  });
}

/** One line for each item. */
export function toItemLines(items: readonly ItemDto[]): ItemTile[] {
  return items.map((item) => ({ key: item.id, createdAt: item.createdAt, item, aspect: 1, ownRow: true }));
}

interface LayoutOptions extends JustifiedOptions {
  /** The calendar day of a moment in the person's time zone, as sortable text; null for rows without days. */
  dayOf: ((iso: string) => string) | null;
  /** Everything before the first tile, and behind the last one, is loaded. */
  isComplete: { before: boolean; behind: boolean };
  /** Days with a line below their tiles, also those without tiles between loaded ones. */
  footDays?: ReadonlySet<string>;
}

/**
 * Days with their tiles in justified rows. A day has a count only if all of it is loaded: the first and the last one may
 * continue on other pages.
 */
export function layOutDays<Placed extends Tile>(
  tiles: readonly Placed[],
  options: LayoutOptions,
): LibraryRow<Placed>[] {
  const { dayOf, isComplete, footDays } = options;
  let firstIndex = 0;
  const place = (some: readonly Placed[]) =>
    justifyRows(some, options).map((row): LibraryRow<Placed> => {
      const placed = { kind: "tiles", key: row.cells[0]?.item.key ?? "", row, firstIndex } as const;
      firstIndex += row.cells.length;
      return placed;
    });
  if (!dayOf) return place(tiles);
  const days = new Map<string, Placed[]>();
  for (const tile of tiles) {
    const day = dayOf(tile.createdAt);
    const some = days.get(day);
    if (some) some.push(tile);
    else days.set(day, [tile]);
  }
  const [first, last] = [[...days.keys()].at(0), [...days.keys()].at(-1)];
  return withFootDays(days, { isComplete, footDays }).flatMap(([day, some]): LibraryRow<Placed>[] => {
    const isWhole = (day !== first || isComplete.before) && (day !== last || isComplete.behind);
    const count = isWhole && some.length > 0 ? some.length : null;
    const foot: LibraryRow<Placed>[] =
      footDays?.has(day) && isWhole ? [{ kind: "foot", key: `foot-${day}`, day }] : [];
    return [{ kind: "day", key: `day-${day}`, day, count }, ...place(some), ...foot];
  });
}

/** The days with tiles, and those with a foot alone, in the order of the list. */
function withFootDays<Placed extends Tile>(
  days: ReadonlyMap<string, Placed[]>,
  { isComplete, footDays }: Pick<LayoutOptions, "isComplete" | "footDays">,
): [string, Placed[]][] {
  const known = [...days.keys()];
  const [first = "", last = ""] = [known.at(0), known.at(-1)];
  const isAscending = first < last;
  const isLoaded = (day: string) => {
    const [isBefore, isBehind] = isAscending ? [day < first, day > last] : [day > first, day < last];
    return (!isBefore || isComplete.before) && (!isBehind || isComplete.behind);
  };
  const alone = [...(footDays ?? [])].filter((day) => !days.has(day) && isLoaded(day));
  const all = [...known, ...alone].toSorted();
  return (isAscending ? all : all.toReversed()).map((day) => [day, days.get(day) ?? []]);
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

function middleOf(row: JustifiedRow<Tile>, cell: number): number {
  const before = row.cells.slice(0, cell).reduce((sum, { widthPx }) => sum + widthPx, 0);
  return before + (row.cells[cell]?.widthPx ?? 0) / 2;
}
