import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ItemPage } from "@/lib/items/item-dto";
import { makeItem } from "@/lib/items/testing/make-item";
import { applyItems, flattenItems, itemQueries } from "./item-queries";

afterEach(() => vi.unstubAllGlobals());

const pages = 40;

/** The studio's API with one item a page, newest first. */
function stubApi() {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const { searchParams } = new URL(address, "http://studio");
    asked.push(address);
    const shown = searchParams.get("at") ? 20 : Number(searchParams.get("cursor") ?? 1);
    const answer: ItemPage = {
      items: [makeItem(1_000 - shown)],
      nextCursor: shown < pages ? String(shown + 1) : null,
      previousCursor: shown > 1 ? String(shown - 1) : null,
    };
    return Promise.resolve(Response.json(answer));
  });
  return asked;
}

const places = (data: Parameters<typeof flattenItems>[0]) =>
  flattenItems(data).map(({ id }) => 1_000 - Number(id.slice(-12)));

describe("a list of items", () => {
  it("drops far pages, and loads them again on the way back", async () => {
    stubApi();
    const client = new QueryClient();
    const observer = new InfiniteQueryObserver(client, itemQueries.list());
    await observer.refetch();
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
    expect(places(observer.getCurrentResult().data)).toEqual(
      Array.from({ length: 15 }, (_, index) => 26 + index),
    );
    while (observer.getCurrentResult().hasPreviousPage) await observer.fetchPreviousPage();
    expect(places(observer.getCurrentResult().data)).toEqual(
      Array.from({ length: 15 }, (_, index) => 1 + index),
    );
    client.clear();
  });

  it("begins at a time, with pages on both sides", async () => {
    const asked = stubApi();
    const client = new QueryClient();
    const at = "2026-11-01T00:00:00.000Z";
    const observer = new InfiniteQueryObserver(client, itemQueries.list({ kind: "image" }, at));
    await observer.refetch();
    await observer.fetchPreviousPage();
    const { data } = await observer.fetchNextPage();
    expect(places(data)).toEqual([19, 20, 21]);
    expect(asked[0]).toBe(`/api/v1/items?kind=image&at=${encodeURIComponent(at)}&limit=40`);
    expect(asked[1]).toBe("/api/v1/items?kind=image&cursor=19&limit=40");
    client.clear();
  });
});

describe("changes of items", () => {
  it("reach every loaded list, and responses that they overtook", async () => {
    const client = new QueryClient();
    const known: ItemPage = { items: [makeItem(2), makeItem(1)], nextCursor: null, previousCursor: null };
    const late = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => late.promise);
    const asked = client.fetchInfiniteQuery(itemQueries.list());
    const starred = makeItem(2, { favourite: true, version: 2 });
    client.setQueryData(itemQueries.list({ kind: "image" }).queryKey, { pages: [known], pageParams: [{}] });
    applyItems(client, { items: [starred], gone: [makeItem(1).id] });
    expect(flattenItems(client.getQueryData(itemQueries.list({ kind: "image" }).queryKey))).toEqual([
      starred,
    ]);
    late.resolve(Response.json(known));
    expect(flattenItems(await asked)).toEqual([starred]);
    client.clear();
  });

  it("make a search stale, since only the server knows what it finds", () => {
    const client = new QueryClient();
    const { queryKey } = itemQueries.list({ q: "fog" });
    const empty: ItemPage = { items: [], nextCursor: null, previousCursor: null };
    client.setQueryData(queryKey, { pages: [empty], pageParams: [{}] });
    applyItems(client, { items: [makeItem(3)], gone: [] });
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    client.clear();
  });
});
