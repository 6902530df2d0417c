import { expect, it } from "vitest";
import { makeItem } from "@/lib/items/testing/make-item";
import { layOutDays, toItemTiles } from "./library-rows";
import { findStartOf, findTileAt, rowHeightPx } from "./row-places";

const layOut = (from: number, to: number) => {
  const items = Array.from({ length: from - to + 1 }, (_, index) => makeItem(from - index));
  const options = { generators: [], widthPx: 1000, targetHeightPx: 172, gapPx: 8 };
  return layOutDays(toItemTiles(items, options), {
    ...options,
    dayOf: (iso) => iso.slice(0, 10),
    isComplete: { before: false, behind: false },
  });
};

it("finds the first visible tile, and where it is after rows came before it", () => {
  const known = layOut(60, 1);
  const [heading, first, second] = known;
  const seenPx = rowHeightPx(heading!) + rowHeightPx(first!) + 10;
  const tile = findTileAt(known, seenPx);
  expect(tile).toMatchObject({ key: second?.key, startPx: seenPx - 10 });
  expect(findStartOf(layOut(100, 1), tile!.key)).toBeGreaterThan(seenPx + 500);
  expect(findStartOf(layOut(20, 1), tile!.key)).toBeNull();
});

it("finds the first tile under a heading, and none behind the last row", () => {
  const rows = layOut(10, 1);
  expect(findTileAt(rows, 0)?.key).toBe(makeItem(10).id);
  expect(findTileAt(rows, 100_000)).toBeNull();
});
