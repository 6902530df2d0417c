import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  setFavourite,
  setTitle,
  restoreGeneration,
  trashGeneration,
} from "@/lib/generations/change/change-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { openStreamStudio, type StreamStudio } from "@/lib/generations/testing/stream-studio";
import { makeSound } from "@/lib/generations/testing/fake-generator.server";
import { changeItem, changeItems } from "./change/change-items.server";
import type { ItemDto } from "./item-dto";
import type { ItemChanges } from "./item-input";
import { listItemsQuerySchema } from "./list-items-query";
import { countItems } from "./read/count-items.server";
import { listItems } from "./read/list-items.server";

let studio: StreamStudio;
let strangerId: string;
beforeAll(async () => {
  studio = await openStreamStudio();
  await studio.startWorker();
  const { database } = studio.test;
  strangerId = (await database.user.create({ data: { email: "stranger@example.test", name: "Stranger" } }))
    .id;
});
afterAll(() => studio.close());

async function list(query: Record<string, string> = {}, userId = studio.userId): Promise<ItemDto[]> {
  return (await listItems(studio.test.database, userId, listItemsQuerySchema.parse(query))).items;
}

async function draw(prompt: string, n = 3): Promise<{ generation: GenerationDto; items: ItemDto[] }> {
  const { id } = await studio.submit({ model: "image-01", prompt, n, aspect_ratio: "16:9" });
  const generation = await studio.waitForEnd(id);
  return { generation, items: await list({ generationId: id }) };
}

const change = (ids: readonly string[], changes: ItemChanges, userId = studio.userId) =>
  changeItems(studio.services, { author: { userId }, ids, changes });
const own = (id: string) => ({ userId: studio.userId, id });
const read = ({ id }: GenerationDto) => getGeneration(studio.services, own(id));

describe("the items of a generation", () => {
  it("are its pictures, each with what lists show", async () => {
    const { generation, items } = await draw("A lighthouse at dusk");
    expect(items.map(({ assetId }) => assetId).toSorted()).toEqual(
      generation.outputs.map(({ assetId }) => assetId).toSorted(),
    );
    const [output] = generation.outputs;
    expect(items.find(({ assetId }) => assetId === output!.assetId)).toMatchObject({
      generationId: generation.id,
      kind: "image",
      generator: "image",
      model: "image-01",
      voice: null,
      name: "A lighthouse at dusk",
      title: null,
      tags: [],
      rating: 0,
      favourite: false,
      width: output!.width,
      height: output!.height,
      bytes: output!.bytes,
      mimeType: output!.mimeType,
      sandbox: true,
      deletedAt: null,
    });
    expect(items.map(({ assetId, index }) => [index, assetId]).toSorted()).toEqual(
      generation.outputs.map(({ assetId, index }) => [index, assetId]),
    );
    expect(await list({ generationId: generation.id }, strangerId)).toEqual([]);
  });

  it("tell their text only where they are called otherwise", async () => {
    const { items } = await draw("  A lighthouse\nby day", 1);
    expect(items[0]).not.toHaveProperty("words");
    await change([items[0]!.id], { title: "Lantern" });
    expect(await list({ generationId: items[0]!.generationId })).toMatchObject([
      { name: "Lantern", words: "A lighthouse by day" },
    ]);
  });

  it("are its sounds without their subtitles, and know the voice", async () => {
    const input = {
      model: "speech-2.6-hd",
      text: "The tide is turning.",
      subtitle_enable: true,
      voice_setting: { voice_id: "Santa_Claus" },
    };
    const { id } = await studio.submit(input, { generator: "speech" });
    const { outputs } = await studio.waitForEnd(id);
    expect(outputs.map(({ role }) => role)).toEqual(["audio", "subtitle"]);
    const [item, ...others] = await list({ generationId: id });
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: "audio", voice: "Santa_Claus", name: "The tide is turning." });
    expect(item!.durationSeconds).toBeGreaterThan(0);
    expect((await list({ q: "santa_cl", voice: "Santa_Claus" })).map(({ id: each }) => each)).toEqual([
      item!.id,
    ]);
  });

  it("are none for a sample of a voice", async () => {
    const { generation } = await createGeneration(studio.services, {
      userId: studio.userId,
      generator: "speech",
      input: { model: "speech-2.6-hd", text: "A sample.", voice_setting: { voice_id: "Santa_Claus" } },
      relation: "sample",
    });
    expect((await studio.waitForEnd(generation.id)).outputs).toHaveLength(1);
    expect(await list({ generationId: generation.id })).toEqual([]);
  });

  it("are also the part of a stream that broke off", async () => {
    const { id, source } = await studio.stream();
    await source.write(makeSound(4_000));
    await studio.waitForLive(id);
    await expect.poll(() => studio.countPieces(id)).toBeGreaterThan(0);
    await source.cut();
    expect((await studio.waitForEnd(id)).counts.partial).toBe(1);
    expect(await list({ generationId: id })).toMatchObject([{ kind: "audio", partial: true }]);
  });

  it("are named by its title, unless they have their own", async () => {
    const { generation, items } = await draw("Grey gulls", 2);
    const [first, second] = items.map(({ id }) => id);
    await setTitle(studio.services, { ...own(generation.id), title: "Möwen im Wind" });
    const titled = await changeItem(studio.services, {
      author: { userId: studio.userId },
      id: first!,
      changes: { title: "Herring gull" },
    });
    expect(titled).toMatchObject({
      name: "Herring gull",
      title: "Herring gull",
      version: items[0]!.version + 1,
    });
    expect((await list({ q: "MÖWEN" })).map(({ name }) => name).toSorted()).toEqual([
      "Herring gull",
      "Möwen im Wind",
    ]);
    expect((await list({ q: "herring" })).map(({ id }) => id)).toEqual([first]);

    await setTitle(studio.services, { ...own(generation.id), title: null });
    await change([first!], { title: null });
    expect(await list({ q: "möwen" })).toEqual([]);
    expect((await list({ q: "gulls" })).map(({ id, name }) => [id, name]).toSorted()).toEqual(
      [first, second].map((id) => [id, "Grey gulls"]).toSorted(),
    );
  });

  it("are all marked with it, and it while one of them is", async () => {
    const { generation, items } = await draw("Stars");
    const ids = items.map(({ id }) => id);
    await change([ids[0]!], { favourite: true });
    expect(await read(generation)).toMatchObject({ favourite: true, version: generation.version + 1 });
    expect((await list({ generationId: generation.id, favourite: "true" })).map(({ id }) => id)).toEqual([
      ids[0],
    ]);
    await setFavourite(studio.services, { ...own(generation.id), favourite: true });
    expect(await list({ generationId: generation.id, favourite: "true" })).toHaveLength(3);
    await change(ids, { favourite: false });
    expect(await read(generation)).toMatchObject({ favourite: false });
  });

  it("are all in the trash with it, and it once all of them are", async () => {
    const { generation, items } = await draw("Litter");
    const ids = items.map(({ id }) => id);
    await change(ids.slice(1), { trashed: true });
    expect(await read(generation)).toMatchObject({ deletedAt: null });
    expect(await list({ generationId: generation.id })).toHaveLength(1);
    await change([ids[0]!], { trashed: true });
    expect((await read(generation)).deletedAt).not.toBeNull();
    await change([ids[0]!], { trashed: false });
    expect(await read(generation)).toMatchObject({ deletedAt: null });

    await trashGeneration(studio.services, own(generation.id));
    expect(await list({ generationId: generation.id, trash: "true" })).toHaveLength(3);
    await restoreGeneration(studio.services, own(generation.id));
    expect(await list({ generationId: generation.id })).toHaveLength(3);
  });

  it("are reported with its results, and changing one changes the generation", async () => {
    const { generation, items } = await draw("Told with the take", 2);
    const stateOf = ({ outputs }: GenerationDto) =>
      outputs.map(({ item }) => item).toSorted((left, right) => (left!.id < right!.id ? -1 : 1));
    const [first, second] = items.map(({ id }) => id).toSorted();
    expect(stateOf(generation)).toEqual([
      { id: first, version: 1 },
      { id: second, version: 1 },
    ]);
    let { version } = generation;
    for (const changes of [
      { rating: 3 },
      { addTags: ["harbour"] },
      { title: "The left one" },
      { favourite: true },
      { trashed: true },
    ]) {
      await change([first!], changes);
      version += 1;
      expect(await read(generation)).toMatchObject({ version });
    }
    expect(stateOf(await read(generation))).toEqual([
      {
        id: first,
        favourite: true,
        rating: 3,
        tags: ["harbour"],
        title: "The left one",
        deletedAt: expect.any(String),
        version: 6,
      },
      { id: second, version: 1 },
    ]);
  });

  it("follow a mark that the generation got before they were there", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "Marked early", n: 2 });
    await setFavourite(studio.services, { ...own(id), favourite: true });
    await studio.waitForEnd(id);
    expect((await list({ generationId: id })).map(({ favourite }) => favourite)).toEqual([true, true]);
  });
});

describe("changeItems", () => {
  it("changes ratings and tags of many at once, and says how many changed", async () => {
    const { items } = await draw("To be tagged");
    const ids = items.map(({ id }) => id);
    expect(await change(ids, { rating: 4, addTags: ["cover", "keep it"] })).toBe(3);
    expect(await change(ids, { rating: 4, addTags: ["keep it"] })).toBe(0);
    expect(await change([ids[0]!], { removeTags: ["cover"], rating: 0 })).toBe(1);
    const changed = await list({ generationId: items[0]!.generationId });
    expect(changed.map(({ id, tags, rating }) => [id, tags, rating])).toEqual([
      [ids[0], ["keep it"], 0],
      [ids[1], ["cover", "keep it"], 4],
      [ids[2], ["cover", "keep it"], 4],
    ]);
    expect((await list({ q: "keep it" })).map(({ id }) => id)).toEqual(ids);
    expect((await list({ rating: "4" })).map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it("changes none if one is somebody else's, or nobody's, and doesn't say which", async () => {
    const { items } = await draw("Mine alone", 1);
    const { id } = items[0]!;
    const nobodys = "018f0000-0000-7000-8000-000000000000";
    for (const [ids, userId] of [
      [[id], strangerId],
      [[id, nobodys], studio.userId],
      [[nobodys], studio.userId],
    ] as const) {
      await expect(change(ids, { favourite: true, trashed: true }, userId)).rejects.toMatchObject({
        code: "not-found",
      });
    }
    expect(await list({ generationId: items[0]!.generationId })).toEqual(items);
  });

  it("refuses more tags than an item can have, and changes nothing", async () => {
    const { items } = await draw("Full of tags", 2);
    const [first, second] = items.map(({ id }) => id);
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    await change([first!], { addTags: tags });
    await expect(change([second!, first!], { addTags: ["one more"] })).rejects.toMatchObject({
      code: "input.invalid",
    });
    expect((await list({ tag: "one more" })).length).toBe(0);
  });

  it("keeps numbers right when many change the same items at the same time", async () => {
    const { database } = studio.test;
    const { items } = await draw("At the same time", 4);
    const ids = items.map(({ id }) => id);
    const generation = own(items[0]!.generationId);
    await Promise.all([
      ...ids.flatMap((id, index) => [
        change([id], { favourite: true }),
        change(index % 2 ? ids : ids.toReversed(), { rating: index, trashed: index % 2 === 0 }),
      ]),
      setFavourite(studio.services, { ...generation, favourite: true }),
      trashGeneration(studio.services, generation),
      draw("Meanwhile", 2),
    ]);
    for (const filter of [{}, { favourite: "true" }, { trash: "true" }] as const) {
      const { total } = await countItems(database, studio.userId, filter);
      const rows = await database.item.count({
        where: {
          userId: studio.userId,
          deletedAt: "trash" in filter ? { not: null } : null,
          ...("favourite" in filter ? { favourite: true } : {}),
        },
      });
      expect(total).toBe(rows);
    }
    const trashed = await list({ generationId: generation.id, trash: "true" });
    const { deletedAt, favourite } = await getGeneration(studio.services, generation);
    expect([deletedAt !== null, favourite]).toEqual([trashed.length === 4, true]);
  });

  it("records what was moved to trash and restored", async () => {
    const { items } = await draw("Recorded", 2);
    const ids = items.map(({ id }) => id);
    const { database } = studio.test;
    const since = new Date();
    await change(ids, { trashed: true });
    await change(ids, { trashed: true });
    await change([ids[0]!], { trashed: false });
    const events = await database.auditEvent.findMany({
      where: { at: { gte: since } },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ kind, subject, facts }) => [kind, subject, facts])).toEqual([
      ["items-trashed", null, { items: 2 }],
      ["items-restored", ids[0], null],
    ]);
  });
});
