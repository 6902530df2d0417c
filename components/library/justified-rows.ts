import { clampAspect } from "@/components/takes/generation-facts";

/** Something to place: its width over its height. */
interface JustifiedItem {
  aspect: number;
  /** Has a row of its own, as wide as the place, in the height that rows aim at. */
  ownRow?: boolean;
}

/** Items of one row, with the size each takes. */
export interface JustifiedRow<Item> {
  heightPx: number;
  cells: { item: Item; index: number; widthPx: number }[];
}

export interface JustifiedOptions {
  /** Width of the place, in CSS pixels. */
  widthPx: number;
  /** Height that rows aim at; a full row comes out between this and about half more or less. */
  targetHeightPx: number;
  gapPx: number;
}

/**
 * Places items in rows of one height each that fill the width, in order. A row is closed where its height comes nearest
 * to the target; the last row, and one that an item with its own row ends, keeps its own width, in the height that it
 * would have if it went on. Pure.
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
      // Too tall without it or too low with it: the nearer of the two, by ratio.
      if (without / targetHeightPx < targetHeightPx / withItem) close(index, without);
    }
    aspectSum += aspect;
    const height = heightOf(index - start + 1, aspectSum);
    if (height <= targetHeightPx) close(index + 1, height);
  }
  if (start < items.length) close(items.length, lastRowHeight(items.length));
  return rows;

  /** Of a row that is not full: as if it went on with items of the same shape: what stands alone is as large as its like in full rows. */
  function lastRowHeight(end: number): number {
    let count = end - start;
    const mean = aspectSum / count;
    let height = heightOf(count, aspectSum);
    for (; height > targetHeightPx; count += 1) {
      const next = heightOf(count + 1, mean * (count + 1));
      // The nearer of the two, by ratio, as for every row.
      if (next < targetHeightPx && height / targetHeightPx < targetHeightPx / next) break;
      height = next;
    }
    return height;
  }
}
