import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import { applyGeneration, previewGeneration } from "./generation-cache";
import { flattenPages, generationQueries } from "./generation-queries";
import { liveGenerations } from "./live-generations";

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
  liveGenerations.repeat(client);
  expect(flattenPages(client.getQueryData(queryKey))).toEqual([failed]);
});
