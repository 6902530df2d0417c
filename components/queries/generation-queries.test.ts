import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import type { GenerationPage } from "@/lib/generations/read/generation-dto";
import { activeStates } from "./generation-lists";
import { applyGeneration } from "./generation-cache";
import { flattenPages, generationQueries, wantsNextPage } from "./generation-queries";
import { maxActivePages } from "./use-active-generations";

afterEach(() => vi.unstubAllGlobals());

/** The studio's API with so many pages of queued generations, newest first; `fails` is a page that cannot be had. */
function stubApi(pageCount: number, fails = Number.NaN) {
  const asked: number[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const page = Number(new URL(address, "http://studio").searchParams.get("cursor") ?? 0);
    asked.push(page);
    if (page === fails) return Promise.resolve(new Response("{}", { status: 500 }));
    const id = `01900000-0000-7000-8000-${String(1_000 - page).padStart(12, "0")}`;
    const answer: GenerationPage = {
      generations: [makeGeneration({ id, state: "queued" })],
      nextCursor: page + 1 < pageCount ? String(page + 1) : null,
    };
    return Promise.resolve(Response.json(answer));
  });
  return asked;
}

/** Loads a list as useAllGenerations does, until there is nothing left to be loaded by itself. */
async function loadAll(
  client: QueryClient,
  list: ReturnType<typeof generationQueries.list>,
  maxPages?: number,
): Promise<number> {
  const observer = new InfiniteQueryObserver(client, { ...list, retry: false });
  const { promise, resolve } = Promise.withResolvers<number>();
  const unsubscribe = observer.subscribe((result) => {
    if (wantsNextPage(result, maxPages)) void result.fetchNextPage();
    else if (!result.isFetching) resolve(flattenPages(result.data).length);
  });
  const count = await promise;
  unsubscribe();
  client.clear();
  return count;
}

const loadActive = (client: QueryClient) => loadAll(client, generationQueries.active(), maxActivePages);

describe("what came from a generation", () => {
  const load = () => loadAll(new QueryClient(), generationQueries.descendants("parent"));

  it("is loaded to its last page, however many there are", async () => {
    const asked = stubApi(maxActivePages + 5);
    expect(await load()).toBe(maxActivePages + 5);
    expect(asked).toHaveLength(maxActivePages + 5);
  });

  it("is loaded up to a page that cannot be had, which is not asked for again and again", async () => {
    const asked = stubApi(4, 1);
    expect(await load()).toBe(1);
    expect(asked).toEqual([0, 1]);
  });
});

describe("what has not ended", () => {
  it("is loaded to its last page", async () => {
    const asked = stubApi(4);
    expect(await loadActive(new QueryClient())).toBe(4);
    expect(asked).toEqual([0, 1, 2, 3]);
  });

  it("is loaded no further than ten pages", async () => {
    stubApi(1_000);
    expect(await loadActive(new QueryClient())).toBe(10);
  });

  it("is not asked for again and again where a page fails", async () => {
    const asked = stubApi(4, 2);
    expect(await loadActive(new QueryClient())).toBe(2);
    expect(asked).toEqual([0, 1, 2]);
  });

  it("is another list than one with pages of another size, and both hear of news", () => {
    const client = new QueryClient();
    const small = generationQueries.list({ states: activeStates }).queryKey;
    const whole = generationQueries.active().queryKey;
    const queued = makeGeneration({ state: "queued" });
    for (const key of [small, whole])
      client.setQueryData(key, {
        pages: [{ generations: key === whole ? [queued] : [], nextCursor: null }],
        pageParams: [undefined],
      });
    expect(flattenPages(client.getQueryData(small))).toEqual([]);
    applyGeneration(client, { ...queued, state: "succeeded", version: queued.version + 1 });
    expect(flattenPages(client.getQueryData(whole))).toEqual([]);
    client.clear();
  });
});
