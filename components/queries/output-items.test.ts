import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { applyGeneration, applyItem } from "./generation-cache";
import { flattenPages, generationQueries } from "./generation-queries";
import { changeItem, itemChangeKey, replaceItem, withPendingChanges, type ChangedItem } from "./output-items";

const now = new Date("2026-11-21T10:00:00.000Z");
const plain = { id: "item", version: 3 };
const makeTake = (item = plain) =>
  makeGeneration({
    state: "succeeded",
    outputs: [makeOutput(0, { item }), makeOutput(1, { item: { id: "other", version: 1 } })],
  });

describe("changeItem", () => {
  it("sets and removes everything that a person keeps of an item", () => {
    const kept = changeItem(
      plain,
      { favourite: true, rating: 4, addTags: ["sea", "dusk"], title: "Harbour", trashed: true },
      now,
    );
    expect(kept).toEqual({
      ...plain,
      favourite: true,
      rating: 4,
      tags: ["sea", "dusk"],
      title: "Harbour",
      deletedAt: now.toISOString(),
    });
    const removed = { favourite: false, rating: 0, removeTags: ["sea", "dusk"], title: null, trashed: false };
    expect(changeItem(kept, removed, now)).toEqual(plain);
  });

  it("keeps what the change doesn't name", () => {
    const kept = changeItem(plain, { rating: 2, addTags: ["sea"] }, now);
    expect(changeItem(kept, { favourite: true }, now)).toEqual({ ...kept, favourite: true });
  });
});

describe("replaceItem", () => {
  it("marks the generation while one of its items is marked", () => {
    const marked = replaceItem(makeTake(), { ...plain, favourite: true });
    expect(marked.favourite).toBe(true);
    expect(replaceItem(marked, plain).favourite).toBe(false);
  });

  it("never replaces a newer item, or one of another generation", () => {
    const take = makeTake({ ...plain, version: 4 });
    expect(replaceItem(take, { ...plain, rating: 5 })).toBe(take);
    expect(replaceItem(take, { id: "elsewhere", version: 9 })).toBe(take);
  });
});

describe("applyItem", () => {
  it("changes the item in the lists and the page of its generation, and takes it back", () => {
    const client = new QueryClient();
    const take = makeTake();
    const list = generationQueries.list();
    client.setQueryData(list.queryKey, {
      pages: [{ generations: [take], nextCursor: null }],
      pageParams: [undefined],
    });
    client.setQueryData(generationQueries.detail(take.id).queryKey, take);
    const readItems = () => [
      flattenPages(client.getQueryData(list.queryKey))[0]?.outputs.map(({ item }) => item),
      client.getQueryData(generationQueries.detail(take.id).queryKey)?.outputs.map(({ item }) => item),
    ];
    const other = { id: "other", version: 1 };
    const change = (item: typeof plain) => applyItem(client, { generationId: take.id, item });

    change(changeItem(plain, { rating: 5 }, now));
    expect(readItems()).toEqual([
      [{ ...plain, rating: 5 }, other],
      [{ ...plain, rating: 5 }, other],
    ]);
    change(plain);
    expect(readItems()).toEqual([
      [plain, other],
      [plain, other],
    ]);
    change(changeItem(plain, { trashed: true }, now));
    expect(readItems()[0]).toEqual([other]);
  });
});

it("keeps a change on its way to the studio when news of an earlier one arrives", async () => {
  const client = new QueryClient();
  const take = makeTake();
  const { queryKey } = generationQueries.detail(take.id);
  client.setQueryData(queryKey, take);
  const answered = Promise.withResolvers<void>();
  const change: ChangedItem = { generationId: take.id, item: plain, change: { favourite: true } };
  const mutation = client
    .getMutationCache()
    .build<void, Error, ChangedItem, unknown>(client, {
      mutationKey: itemChangeKey,
      mutationFn: () => answered.promise,
    })
    .execute(change);
  const tell = (version: number) => {
    applyGeneration(client, { ...makeTake({ ...plain, rating: 3 } as typeof plain), version });
    return client.getQueryData(queryKey)?.outputs[0]?.item;
  };

  expect(tell(take.version + 1)).toEqual({ ...plain, rating: 3, favourite: true });
  // A press before the next paint builds on the change that is on its way.
  expect(withPendingChanges(client, plain)).toEqual({ ...plain, favourite: true });
  answered.resolve();
  await mutation;
  expect(tell(take.version + 2)).toEqual({ ...plain, rating: 3 });
});
