import type { LibraryRow } from "./library-rows";

export const gapPx = 8;
const headingPx = 49;
const footPx = 34;

/** The height of a row with its gap. */
export function rowHeightPx(row: LibraryRow): number {
  if (row.kind === "tiles") return row.row.heightPx + gapPx;
  return row.kind === "day" ? headingPx : footPx;
}

/** Where each row begins, from the top of the first one. */
export function placeRows(rows: readonly LibraryRow[]): { index: number; startPx: number }[] {
  let startPx = 0;
  return rows.map((row, index) => {
    const place = { index, startPx };
    startPx += rowHeightPx(row);
    return place;
  });
}

/** The height of all rows. */
export function measureRows(rows: readonly LibraryRow[]): number {
  return rows.reduce((sum, row) => sum + rowHeightPx(row), 0);
}

/** The row of tiles at a distance from the top, or the next one below it: its first tile, and where it begins. */
export function findTileAt(
  rows: readonly LibraryRow[],
  distancePx: number,
): { key: string; createdAt: string; startPx: number } | null {
  for (const { index, startPx } of placeRows(rows)) {
    const row = rows[index];
    if (row?.kind !== "tiles" || startPx + rowHeightPx(row) <= distancePx) continue;
    const tile = row.row.cells[0]?.item;
    if (tile) return { key: tile.key, createdAt: tile.createdAt, startPx };
  }
  return null;
}

/** Where the row of a tile begins; null if it is not there. */
export function findStartOf(rows: readonly LibraryRow[], key: string): number | null {
  const place = placeRows(rows).find(({ index }) => {
    const row = rows[index];
    return row?.kind === "tiles" && row.row.cells.some(({ item }) => item.key === key);
  });
  return place?.startPx ?? null;
}
