import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import type { GenerationPage } from "@/lib/generations/read/generation-dto";
import { activeStates } from "./generation-lists";
import {
  applyGeneration,
  flattenPages,
  generationQueries,
  previewGeneration,
  repeatEvents,
  wantsNextPage,
} from "./generation-queries";
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

describe("a title that changes", () => {
  const song = makeGeneration({ generator: "music", title: "Harbour waltz", version: 4 });
  const whole = generationQueries.list().queryKey;
  const found = generationQueries.list({ q: "harbour" }).queryKey;
  const detail = generationQueries.detail(song.id).queryKey;

  function openClient(): QueryClient {
    const client = new QueryClient();
    for (const key of [whole, found])
      client.setQueryData(key, {
        pages: [{ generations: [song], nextCursor: null }],
        pageParams: [undefined],
      });
    client.setQueryData(detail, song);
    return client;
  }
  const titlesIn = (client: QueryClient, key: typeof whole) =>
    flattenPages(client.getQueryData(key)).map(({ title }) => title);

  it("is shown before the answer, and taken back", () => {
    const client = openClient();
    previewGeneration(client, song, { title: "Quay waltz" });
    expect(titlesIn(client, whole)).toEqual(["Quay waltz"]);
    expect(client.getQueryData(detail)?.title).toBe("Quay waltz");
    // Whether the search still finds it, the answer tells.
    expect(titlesIn(client, found)).toEqual(["Harbour waltz"]);
    previewGeneration(client, song, { title: song.title });
    expect(client.getQueryData(detail)).toEqual(song);
    expect(titlesIn(client, whole)).toEqual(["Harbour waltz"]);
    client.clear();
  });

  it("is not taken back from what was told meanwhile", () => {
    const client = openClient();
    previewGeneration(client, song, { title: "Quay waltz" });
    applyGeneration(client, { ...song, title: "From another tab", version: 5 });
    previewGeneration(client, song, { title: song.title });
    expect(client.getQueryData(detail)?.title).toBe("From another tab");
    expect(titlesIn(client, whole)).toEqual(["From another tab"]);
    client.clear();
  });

  it("makes a search that found it by the old one ask again, and no other list", () => {
    const client = openClient();
    const isStale = (key: typeof whole) => client.getQueryState(key)?.isInvalidated;
    applyGeneration(client, { ...song, title: "Harbour waltz, final", version: 6 });
    expect([isStale(found), isStale(whole)]).toEqual([false, false]);
    applyGeneration(client, { ...song, favourite: true, title: "Harbour waltz, final", version: 7 });
    expect(isStale(found)).toBe(false);
    applyGeneration(client, { ...song, title: null, version: 8 });
    expect([isStale(found), isStale(whole)]).toEqual([true, false]);
    client.clear();
  });
});

it("keeps an event that is newer than the data of a page", () => {
  const client = new QueryClient();
  const { queryKey } = generationQueries.list({ states: ["failed"] });
  const id = "01900000-0000-7000-8000-00000000e7e7";
  const failed = makeGeneration({ id, state: "failed", version: 7 });
  applyGeneration(client, failed);
  // The page was read before the generation failed, and arrives after the event.
  client.setQueryData(queryKey, { pages: [{ generations: [], nextCursor: null }], pageParams: [undefined] });
  repeatEvents(client);
  expect(flattenPages(client.getQueryData(queryKey))).toEqual([failed]);
});
