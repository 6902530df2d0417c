import { describe, expect, it } from "vitest";
import type { ItemDto, ItemPage } from "@/lib/items/item-dto";
import { makeItem } from "@/lib/items/testing/make-item";
import { matchItem, removeItems, updateItemPages, type ItemList } from "./item-lists";

const page = (items: ItemDto[], cursors: Partial<ItemPage> = {}): ItemPage => ({
  items,
  nextCursor: null,
  previousCursor: null,
  ...cursors,
});
const orders = (pages: readonly ItemPage[] | null) =>
  pages?.map(({ items }) => items.map(({ id }) => Number(id.slice(-12))));

describe("matchItem", () => {
  it.each<[ItemList, Partial<ItemDto>, Partial<ItemDto>]>([
    [{}, {}, { deletedAt: "2026-11-22T09:00:00.000Z" }],
    [{ trash: "true" }, { deletedAt: "2026-11-22T09:00:00.000Z" }, {}],
    [{ kind: "audio" }, { kind: "audio" }, { kind: "video" }],
    [{ generator: "music" }, { generator: "music" }, { generator: "image" }],
    [{ model: "image-01" }, {}, { model: "image-02" }],
    [{ voice: "Deep" }, { voice: "Deep" }, { voice: null }],
    [{ sandbox: "true" }, { sandbox: true }, { sandbox: false }],
    [{ sandbox: "false" }, { sandbox: false }, { sandbox: true }],
    [{ minBytes: 1_000 }, { bytes: 1_000 }, { bytes: 999 }],
    [{ maxBytes: 1_000 }, { bytes: 1_000 }, { bytes: 1_001 }],
    [{ tag: "keep" }, { tags: ["a", "keep"] }, { tags: ["keeper"] }],
    [{ rating: 3 }, { rating: 3 }, { rating: 2 }],
    [{ favourite: "true" }, { favourite: true }, {}],
    [{ shape: "landscape" }, {}, { width: 10, height: 10 }],
    [{ shape: "square" }, { width: 10, height: 10 }, { width: 0, height: 0 }],
    [{ shape: "portrait" }, { width: 10, height: 11 }, {}],
    [{ minSeconds: 30 }, { durationSeconds: 30 }, { durationSeconds: 29.9 }],
    [{ maxSeconds: 30 }, { durationSeconds: 30 }, {}],
    [{ sort: "longest" }, { durationSeconds: 1 }, {}],
    [{ from: "2026-11-21T09:00:01.000Z" }, {}, { createdAt: "2026-11-21T09:00:00.999Z" }],
    [{ until: "2026-11-21T09:00:01.001Z" }, {}, { createdAt: "2026-11-21T09:00:01.001Z" }],
  ])("knows what %j shows", (list, shown, other) => {
    expect(matchItem(list, makeItem(1, shown))).toBe("yes");
    expect(matchItem(list, makeItem(1, other))).toBe("no");
  });

  it("leaves words and projects to the server, but not what the other filters exclude", () => {
    expect(matchItem({ project: "p" }, makeItem(1))).toBe("undecided");
    expect(matchItem({ q: "fog" }, makeItem(1))).toBe("undecided");
    expect(matchItem({ q: "fog", favourite: "true" }, makeItem(1))).toBe("no");
  });
});

describe("updateItemPages", () => {
  const pages = [
    page([makeItem(8), makeItem(6)], { nextCursor: "next" }),
    page([makeItem(4), makeItem(2)], { nextCursor: "more" }),
  ];

  it("changes an item in place, but not to an older state", () => {
    const starred = updateItemPages(pages, {}, makeItem(6, { favourite: true, version: 2 }));
    expect(orders(starred)).toEqual(orders(pages));
    expect(starred?.[0]?.items[1]?.favourite).toBe(true);
    expect(updateItemPages(starred!, {}, makeItem(6))).toBe(starred);
  });

  it("removes what no longer belongs", () => {
    const trashed = makeItem(6, { deletedAt: "2026-11-22T09:00:00.000Z", version: 2 });
    expect(orders(updateItemPages(pages, {}, trashed))).toEqual([[8], [4, 2]]);
    expect(updateItemPages(pages, {}, makeItem(7, { deletedAt: trashed.deletedAt }))).toBe(pages);
  });

  it("inserts what is new where it belongs, and leaves what is beyond the loaded pages to them", () => {
    expect(orders(updateItemPages(pages, {}, makeItem(9)))).toEqual([
      [9, 8, 6],
      [4, 2],
    ]);
    expect(orders(updateItemPages(pages, {}, makeItem(5)))).toEqual([
      [8, 6],
      [5, 4, 2],
    ]);
    expect(updateItemPages(pages, {}, makeItem(1))).toBe(pages);
    expect(orders(updateItemPages([page([makeItem(2)])], {}, makeItem(1)))).toEqual([[2, 1]]);
    const later = [page([makeItem(8)], { previousCursor: "before" })];
    expect(updateItemPages(later, {}, makeItem(9))).toBe(later);
    expect(orders(updateItemPages([page([])], {}, makeItem(9)))).toEqual([[9]]);
  });

  it("keeps the order of the list", () => {
    const rated = [
      page([makeItem(8, { rating: 5 }), makeItem(6, { rating: 3 }), makeItem(9, { rating: 3 })]),
    ];
    const raised = makeItem(6, { rating: 5, version: 2 });
    expect(orders(updateItemPages(rated, { sort: "rating" }, raised))).toEqual([[8, 6, 9]]);
    const long = [page([makeItem(1, { durationSeconds: 90 }), makeItem(2, { durationSeconds: 30 })])];
    const added = makeItem(3, { durationSeconds: 60 });
    expect(orders(updateItemPages(long, { sort: "longest" }, added))).toEqual([[1, 3, 2]]);
  });

  it("leaves to the server what is found by words, or sorted by title", () => {
    expect(updateItemPages(pages, { q: "fog" }, makeItem(7))).toBeNull();
    expect(updateItemPages(pages, { q: "fog" }, makeItem(6, { title: "Fog", version: 2 }))).toBeNull();
    expect(orders(updateItemPages(pages, { q: "fog" }, makeItem(6, { rating: 1, version: 2 })))).toEqual(
      orders(pages),
    );
    expect(updateItemPages(pages, { sort: "title" }, makeItem(7))).toBeNull();
    expect(updateItemPages(pages, { sort: "title" }, makeItem(6, { name: "Fog", version: 2 }))).toBeNull();
  });

  it("removes many at once", () => {
    expect(orders(removeItems(pages, [makeItem(8).id, makeItem(2).id]))).toEqual([[6], [4]]);
    expect(removeItems(pages, [makeItem(1).id])).toBe(pages);
  });
});
