import { describe, expect, it } from "vitest";
import { justifyRows } from "./justified-rows";

const options = { widthPx: 1000, targetHeightPx: 172, gapPx: 8 };
const items = (...aspects: number[]) => aspects.map((aspect) => ({ aspect }));
const rowWidth = (row: { cells: { widthPx: number }[] }) =>
  row.cells.reduce((sum, { widthPx }) => sum + widthPx, 0) + options.gapPx * (row.cells.length - 1);

describe("justifyRows", () => {
  it("places everything once, in order", () => {
    const rows = justifyRows(items(1.5, 0.7, 1.8, 1, 1.5, 2.3, 0.6, 1.2, 1.4), options);
    expect(rows.flatMap(({ cells }) => cells.map(({ index }) => index))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("fills the width with every row but the last, near the target height", () => {
    const rows = justifyRows(
      items(...Array.from({ length: 60 }, (_, index) => 0.6 + (index % 7) * 0.3)),
      options,
    );
    for (const row of rows.slice(0, -1)) {
      expect(rowWidth(row)).toBeCloseTo(options.widthPx, 6);
      expect(row.heightPx).toBeGreaterThan(options.targetHeightPx / 1.6);
      expect(row.heightPx).toBeLessThan(options.targetHeightPx * 1.6);
    }
  });

  it("makes a single item as large as its like in full rows", () => {
    const sizes = (count: number) =>
      justifyRows(items(...Array.from({ length: count }, () => 1.75)), options).map(({ heightPx, cells }) => [
        heightPx,
        cells.map(({ widthPx }) => Math.round(widthPx)),
      ]);
    const [full, last] = sizes(3 + 1);
    expect(last?.[0]).toBeCloseTo(Number(full?.[0]), 6);
    expect(last?.[1]).toEqual([328]);
    expect(sizes(1)).toEqual([last]);
  });

  it("fits one wide picture into a narrow place", () => {
    const [row] = justifyRows(items(2.4), { ...options, widthPx: 328 });
    expect(row?.cells[0]?.widthPx).toBeCloseTo(328);
  });

  it("returns no rows without width or without items", () => {
    expect(justifyRows(items(1), { ...options, widthPx: 0 })).toEqual([]);
    expect(justifyRows([], options)).toEqual([]);
  });
});
