import { clampAspect } from "@/components/takes/clamp-aspect";

/** An item to place; `aspect` is its width over its height. */
interface JustifiedItem {
  aspect: number;
  /** Fills a row alone, in the target height. */
  ownRow?: boolean;
}

/** The items of a row with their sizes. */
export interface JustifiedRow<Item> {
  heightPx: number;
  cells: { item: Item; index: number; widthPx: number }[];
}

export interface JustifiedOptions {
  /** Available width in CSS pixels. */
  widthPx: number;
  /** Target height of rows; full rows differ from it by up to about half. */
  targetHeightPx: number;
  gapPx: number;
}

/**
 * Places items in order in rows of one height each that fill the width. A row ends where its height is nearest to the
 * target. The last row, and one before an item with its own row, is not stretched: it has the height that it would have
 * if more items followed.
 */
export function justifyRows<Item extends JustifiedItem>(
  items: readonly Item[],
  { widthPx, targetHeightPx, gapPx }: JustifiedOptions,
): JustifiedRow<Item>[] {
  const rows: JustifiedRow<Item>[] = [];
  if (widthPx <= 0) return rows;
  let start = 0;
  let aspectSum = 0;

  const heightOf = (count: number, sum: number) => (widthPx - gapPx * (count - 1)) / sum;

  function close(end: number, heightPx: number) {
    const cells = items.slice(start, end).map((item, offset) => ({
      item,
      index: start + offset,
      widthPx: clampAspect(item.aspect) * heightPx,
    }));
    rows.push({ heightPx, cells });
    start = end;
    aspectSum = 0;
  }

  for (const [index, item] of items.entries()) {
    if (item.ownRow) {
      if (start < index) close(index, lastRowHeight(index));
      rows.push({ heightPx: targetHeightPx, cells: [{ item, index, widthPx }] });
      start = index + 1;
      continue;
    }
    const aspect = clampAspect(item.aspect);
    const count = index - start;
    const withItem = heightOf(count + 1, aspectSum + aspect);
    if (count > 0 && withItem < targetHeightPx) {
      const without = heightOf(count, aspectSum);
      // Takes the item if the height is nearer to the target with it, by ratio.
      if (without / targetHeightPx < targetHeightPx / withItem) close(index, without);
    }
    aspectSum += aspect;
    const height = heightOf(index - start + 1, aspectSum);
    if (height <= targetHeightPx) close(index + 1, height);
  }
  if (start < items.length) close(items.length, lastRowHeight(items.length));
  return rows;

  /** The height of an incomplete row: as if more items of the mean shape followed. */
  function lastRowHeight(end: number): number {
    let count = end - start;
    const mean = aspectSum / count;
    let height = heightOf(count, aspectSum);
    for (; height > targetHeightPx; count += 1) {
      const next = heightOf(count + 1, mean * (count + 1));
      // The nearer one by ratio, as for every row.
      if (next < targetHeightPx && height / targetHeightPx < targetHeightPx / next) break;
      height = next;
    }
    return height;
  }
}
