import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import type { ItemDto } from "../item-dto";
import { itemListSchema, listItemsQuerySchema } from "../list-items-query";
import { normaliseText } from "../search-text";
import { countItems } from "./count-items.server";
import { listItems } from "./list-items.server";

let test: TestDatabase;
let userId: string;
let strangerId: string;
let assetId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  const addPerson = (email: string) => database.user.create({ data: { email, name: "Ada" } });
  userId = (await addPerson("ada@example.test")).id;
  strangerId = (await addPerson("bob@example.test")).id;
  const asset = await database.asset.create({
    data: {
      userId,
      sha256: "0".repeat(64),
      bytes: 1,
      mimeType: "image/png",
      kind: "image",
      origin: "output",
    },
  });
  assetId = asset.id;
  // Reading items is tested without the generations behind them.
  await database.$executeRaw`ALTER TABLE "Item" DROP CONSTRAINT "Item_id_fkey", DROP CONSTRAINT "Item_generationId_fkey"`;
});
afterAll(() => test.drop());

interface Made {
  words?: string;
  title?: string;
  tags?: string[];
  createdAt?: Date;
  deletedAt?: Date;
  kind?: string;
  generator?: string;
  model?: string;
  voice?: string;
  rating?: number;
  favourite?: boolean;
  sandbox?: boolean;
  durationSeconds?: number;
  width?: number;
  height?: number;
  bytes?: number;
  userId?: string;
  generationId?: string;
}

async function make({ words = "", title, tags = [], ...made }: Made): Promise<string> {
  const { id } = await test.database.item.create({
    data: {
      id: randomUUID(),
      userId,
      generationId: randomUUID(),
      assetId,
      kind: "image",
      generator: "image",
      model: "image-01",
      sandbox: false,
      partial: false,
      takeName: words,
      searchText: normaliseText(words),
      title: title ?? null,
      ownText: [title ?? "", ...tags].map(normaliseText).join("\n"),
      tags,
      bytes: 1_000,
      mimeType: "image/png",
      createdAt: new Date("2026-03-01T00:00:00Z"),
      ...made,
    },
  });
  return id;
}

/** The items of a list, page by page, and backwards again. */
async function readAll(query: Record<string, string | number>, owner = userId): Promise<ItemDto[]> {
  const read = (more: object) =>
    listItems(test.database, owner, listItemsQuerySchema.parse({ ...query, ...more }));
  const items: ItemDto[] = [];
  let page = await read({});
  expect(page.previousCursor).toBeNull();
  for (;;) {
    items.push(...page.items);
    if (!page.nextCursor) break;
    page = await read({ cursor: page.nextCursor });
  }
  const back = [...page.items];
  while (page.previousCursor) {
    page = await read({ cursor: page.previousCursor });
    back.unshift(...page.items);
  }
  expect(back.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  return items;
}

const idsOf = async (query: Record<string, string | number>) => (await readAll(query)).map(({ id }) => id);
const namesOf = async (query: Record<string, string | number>) =>
  (await readAll(query)).map(({ name }) => name);
const count = (query: Record<string, string>) =>
  countItems(test.database, userId, itemListSchema.parse(query));

describe("search", () => {
  beforeAll(async () => {
    await make({
      words: "Slow harbour waltz\n[Verse]\nThe ferry keeps its engine low",
      createdAt: new Date("2026-01-05"),
    });
    await make({ words: "港口圆舞曲，清晨的雨", createdAt: new Date("2025-11-05") });
    await make({
      words: "Lo-fi rain, 100%_ calm",
      title: "Café au lait",
      tags: ["to sell"],
      createdAt: new Date("2026-02-05"),
    });
    await make({ words: "Waltz slow, without the harbour 🌊", createdAt: new Date("2024-02-05") });
    await make({ words: "Slow harbour waltz of somebody else", userId: strangerId });
    await make({ words: "Slow harbour waltz in the trash", deletedAt: new Date() });
  });

  it.each([
    [
      "waltz",
      ["Slow harbour waltz\n[Verse]\nThe ferry keeps its engine low", "Waltz slow, without the harbour 🌊"],
    ],
    [
      "WALTZ Harbour",
      ["Slow harbour waltz\n[Verse]\nThe ferry keeps its engine low", "Waltz slow, without the harbour 🌊"],
    ],
    ['"harbour waltz"', ["Slow harbour waltz\n[Verse]\nThe ferry keeps its engine low"]],
    ["waltz -ferry", ["Waltz slow, without the harbour 🌊"]],
    ['harbour -"slow harbour"', ["Waltz slow, without the harbour 🌊"]],
    ["-slow", ["Café au lait", "港口圆舞曲，清晨的雨"]],
    ["雨", ["港口圆舞曲，清晨的雨"]],
    ["圆舞", ["港口圆舞曲，清晨的雨"]],
    ["圆舞曲 港口", ["港口圆舞曲，清晨的雨"]],
    ["🌊", ["Waltz slow, without the harbour 🌊"]],
    ["100%_", ["Café au lait"]],
    ["café", ["Café au lait"]],
    ["to sell", ["Café au lait"]],
    ["rain lait", ["Café au lait"]],
    ["q", []],
    ["wa lz", []],
  ])("finds by %s", async (q, names) => {
    expect(await namesOf({ q })).toEqual(names);
    expect(await namesOf({ q, limit: 1 })).toEqual(names);
    expect(await count({ q })).toMatchObject({ total: names.length, exact: true });
  });

  it("finds what the newest items don't have, in every month", async () => {
    const before = new Date("2023-05-05").getTime();
    const ids = [];
    for (let month = 0; month < 6; month += 1) {
      const createdAt = new Date(before + month * 40 * 86_400_000);
      ids.push(await make({ words: "A xylophone", createdAt }));
    }
    await test.database.$executeRaw`
      INSERT INTO "Item" ("id", "userId", "generationId", "assetId", "kind", "generator", "model", "sandbox", "partial",
        "takeName", "searchText", "bytes", "mimeType", "createdAt")
      SELECT gen_random_uuid(), ${userId}::uuid, gen_random_uuid(), ${assetId}::uuid, 'image', 'image', 'image-01', false,
        false, 'plain', 'plain', 1, 'image/png', timestamptz '2026-05-01' + n * interval '1 minute'
      FROM generate_series(1, 1200) n`;
    expect(await idsOf({ q: "xylophone", limit: 4 })).toEqual(ids.toReversed());
    expect(await idsOf({ q: "xylophone", sort: "oldest", limit: 4 })).toEqual(ids);
    expect(await count({ q: "xylophone" })).toMatchObject({ total: 6, exact: true });
    expect(await count({ q: "xylophone", from: "2023-07-01T00:00:00Z" })).toMatchObject({
      total: 4,
      exact: true,
    });
    const estimate = await count({ q: "plain" });
    expect(estimate.exact).toBe(false);
    expect(estimate.total).toBeGreaterThan(1_100);
    expect(estimate.total).toBeLessThan(1_300);
    await test.database.item.deleteMany({ where: { takeName: "plain" } });
  });
});

describe("filters", () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    await test.database.item.deleteMany();
    ids.image = await make({ words: "b", width: 1600, height: 900, rating: 3, bytes: 5_000 });
    ids.song = await make({
      words: "d",
      kind: "audio",
      generator: "music",
      model: "music-3.0",
      durationSeconds: 120,
      favourite: true,
    });
    ids.speech = await make({
      words: "a",
      kind: "audio",
      generator: "speech",
      model: "speech-2.8-hd",
      voice: "Santa_Claus",
      durationSeconds: 8.5,
      tags: ["keep", "xmas"],
    });
    ids.video = await make({
      words: "c",
      kind: "video",
      generator: "video",
      model: "video-2.3",
      durationSeconds: 6,
      width: 720,
      height: 1280,
      rating: 5,
      sandbox: true,
      bytes: 9_000_000,
    });
    ids.old = await make({ words: "e", createdAt: new Date("2025-12-31T23:59:59Z"), tags: ["keep"] });
    ids.gone = await make({ words: "f", deletedAt: new Date(), favourite: true });
  });

  it.each([
    [{ kind: "audio" }, ["song", "speech"]],
    [{ kind: "image,video" }, ["image", "video", "old"]],
    [{ generator: "music" }, ["song"]],
    [{ model: "video-2.3,music-3.0" }, ["song", "video"]],
    [{ voice: "Santa_Claus" }, ["speech"]],
    [{ tag: "keep" }, ["speech", "old"]],
    [{ tag: "Keep,xmas" }, ["speech"]],
    [{ rating: "3" }, ["image", "video"]],
    [{ rating: "4" }, ["video"]],
    [{ favourite: "true" }, ["song"]],
    [{ favourite: "false", kind: "audio" }, ["speech"]],
    [{ sandbox: "true" }, ["video"]],
    [{ shape: "landscape" }, ["image"]],
    [{ shape: "portrait" }, ["video"]],
    [{ minSeconds: "8" }, ["song", "speech"]],
    [{ maxSeconds: "8.5" }, ["speech", "video"]],
    [{ minSeconds: "6", maxSeconds: "6" }, ["video"]],
    [{ minBytes: "5000" }, ["image", "video"]],
    [{ minBytes: "1", maxBytes: "5000" }, ["image", "song", "speech", "old"]],
    [{ from: "2026-01-01T00:00:00Z" }, ["image", "song", "speech", "video"]],
    [{ until: "2026-01-01T00:00:00Z" }, ["old"]],
    [{ from: "2026-01-01T00:00:00Z", tag: "keep" }, ["speech"]],
    [{ until: "2026-01-01T00:00:00+02:00", tag: "keep" }, []],
    [{ trash: "true" }, ["gone"]],
    [{ trash: "true", favourite: "true", q: "f" }, ["gone"]],
    [{ q: "e", kind: "image" }, ["old"]],
  ])("list by %j", async (query, expected) => {
    const wanted = expected.map((name) => ids[name]!).toSorted();
    expect((await idsOf(query)).toSorted()).toEqual(wanted);
    expect((await idsOf({ ...query, limit: 1 })).toSorted()).toEqual(wanted);
    expect(await count(query)).toMatchObject({ total: wanted.length, exact: true });
  });

  it.each([
    ["newest", ["e"]],
    ["oldest", ["e"]],
    ["longest", ["d", "a", "c"]],
    ["shortest", ["c", "a", "d"]],
    ["rating", ["c", "b"]],
    ["title", ["a", "b", "c", "d", "e"]],
  ])("sort by %s", async (sort, names) => {
    const sorted = await namesOf({ sort, limit: 2 });
    if (sort === "newest") expect(sorted.slice(-1)).toEqual(names);
    else expect(sorted.slice(0, names.length)).toEqual(names);
    expect(await namesOf({ sort, kind: "audio,video", limit: 2 })).toEqual(
      sorted.filter((name) => ["a", "c", "d"].includes(name)),
    );
  });

  it("begins at a time, with more before it", async () => {
    const query = listItemsQuerySchema.parse({ at: "2026-01-15T00:00:00Z", limit: 1 });
    const page = await listItems(test.database, userId, query);
    expect(page.items.map(({ id }) => id)).toEqual([ids.old]);
    const before = listItemsQuerySchema.parse({ cursor: page.previousCursor! });
    expect((await listItems(test.database, userId, before)).items).toHaveLength(4);
  });

  it.each([
    { cursor: "nonsense" },
    { cursor: Buffer.from('["newest",false,"x","y"]').toString("base64url") },
    {
      cursor: Buffer.from('["title",false,"a\\u0000","018f0000-0000-7000-8000-000000000000"]').toString(
        "base64url",
      ),
      sort: "title",
    },
    { at: "2026-01-15T00:00:00Z", sort: "title" },
  ])("reject %j", async (query) => {
    const listing = listItems(test.database, userId, listItemsQuerySchema.parse(query));
    await expect(listing).rejects.toMatchObject({ code: "input.invalid" });
  });

  it("are small: a page of forty with names of usual length has at most 30 kB", async () => {
    const words =
      "Slow harbour waltz, brushed drums, upright bass, recorded on warm tape in an empty station at dusk, with rain";
    const tags = ["harbour", "to sell", "third draft"];
    const made = Array.from({ length: 40 }, () =>
      make({
        words,
        tags,
        kind: "audio",
        voice: "English_ManWithDeepVoice",
        durationSeconds: 181.234,
        width: 1,
        height: 1,
      }),
    );
    await Promise.all(made);
    const page = await listItems(test.database, userId, listItemsQuerySchema.parse({ q: "brushed" }));
    expect(page.items).toHaveLength(40);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(30_000);
    await test.database.item.deleteMany({ where: { searchText: { startsWith: "slow harbour" } } });
  });

  it("keep their numbers by month through every change", async () => {
    const { database } = test;
    expect(await count({})).toEqual({
      months: [
        { month: "2026-03", count: 4 },
        { month: "2025-12", count: 1 },
      ],
      total: 5,
      exact: true,
    });
    await database.item.updateMany({
      where: { id: { in: [ids.image!, ids.old!] } },
      data: { deletedAt: new Date() },
    });
    await database.item.update({ where: { id: ids.song! }, data: { favourite: false } });
    await database.item.delete({ where: { id: ids.video! } });
    expect(await count({})).toMatchObject({ months: [{ month: "2026-03", count: 2 }], total: 2 });
    expect(await count({ favourite: "true" })).toMatchObject({ months: [], total: 0 });
    expect(await count({ trash: "true" })).toMatchObject({ total: 3 });
    expect(await count({ trash: "true", kind: "audio" })).toMatchObject({ total: 0 });
  });
});
