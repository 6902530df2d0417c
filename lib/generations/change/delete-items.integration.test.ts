import { access } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { changeItems } from "@/lib/items/change/change-items.server";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { sumStoredBytes } from "@/lib/media/get-storage-usage.server";
import { startCleaning } from "@/server/clean-up.server";
import { createGeneration } from "../ask/create-generation.server";
import { getGeneration } from "../read/get-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "../read/list-generations.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { restoreGeneration, trashGeneration } from "./change-generation.server";
import { chooseItems, deleteItems } from "./delete-items.server";
import { readTrashClock } from "./trash-clock.server";
import { emptyOldTrash, emptyTrash } from "./empty-trash.server";

let studio: StudioHarness;
let strangerId: string;
beforeAll(async () => {
  studio = await openStudioHarness();
  await studio.startWorker();
  const data = { email: "stranger@example.test", name: "Stranger" };
  strangerId = (await studio.test.database.user.create({ data })).id;
});
afterAll(() => studio.close());

let drawn = 0;
async function draw(n = 2) {
  drawn += 1;
  const input = { model: "image-01", prompt: `Lighthouse ${drawn}`, n };
  const { id } = await studio.submit(input, { idempotencyKey: `key ${drawn}` });
  const generation = await studio.waitForEnd(id);
  await studio.test.database.blobCheck.updateMany({ data: { dueAt: new Date(0) } });
  const items = await studio.test.database.item.findMany({
    where: { generationId: id },
    orderBy: { id: "asc" },
  });
  return { id, input, generation, ids: items.map((item) => item.id), items };
}

const author = () => ({ userId: studio.userId });
const own = (id: string) => ({ userId: studio.userId, id });
const trash = (ids: string[]) =>
  changeItems(studio.services, { author: author(), ids, changes: { trashed: true } });
const remove = (ids: string[], options: { includeUsed?: boolean; skipTrash?: boolean } = {}) =>
  deleteItems(studio.services, { ...author(), author: author(), ids, ...options });
const empty = (includeUsed = false) =>
  emptyTrash(studio.services, { ...author(), author: author(), includeUsed });

function isOnDisk(sha256: string): Promise<boolean> {
  return access(path.join(getDataDir(), "media", blobKey(sha256))).then(
    () => true,
    () => false,
  );
}

/** Makes a generation that has the file as its first frame. */
async function film(assetId: string) {
  return studio.test.database.generation.create({
    data: {
      userId: studio.userId,
      generator: "video",
      state: "failed",
      input: { first_frame_image: { assetId } },
      idempotencyKey: `film ${assetId}`,
      inputHash: "h",
      model: "m",
      connection: { profileId: "sandbox", baseUrl: "http://localhost", scope: "s" },
      inputs: { create: { assetId, field: "first_frame_image" } },
    },
  });
}

describe("deleteItems", () => {
  it("removes an item with its bytes, and keeps the others of its generation", async () => {
    const { id, ids, generation } = await draw();
    const stored = await sumStoredBytes(studio.userId, studio.test.database);
    await trash([ids[0]!]);
    expect(await remove([ids[0]!])).toEqual({ deleted: 1, inUse: [] });
    const left = await getGeneration(studio.services, own(id));
    expect(left.outputs).toHaveLength(1);
    const gone = generation.outputs.find(({ assetId }) => assetId !== left.outputs[0]!.assetId)!;
    expect(await isOnDisk(gone.sha256)).toBe(false);
    expect(await isOnDisk(left.outputs[0]!.sha256)).toBe(true);
    expect(await sumStoredBytes(studio.userId, studio.test.database)).toBe(stored - gone.bytes);
    await expect(remove([ids[0]!])).rejects.toMatchObject({ code: "not-found" });
  });

  it("erases a generation with its last item, but not that it was sent", async () => {
    const { id, ids, input } = await draw();
    await trash(ids);
    expect(await remove(ids)).toEqual({ deleted: 2, inUse: [] });
    await expect(getGeneration(studio.services, own(id))).rejects.toMatchObject({ code: "not-found" });
    await expect(restoreGeneration(studio.services, own(id))).rejects.toMatchObject({ code: "not-found" });
    for (const filter of [{}, { trash: "true" }]) {
      const query = listGenerationsQuerySchema.parse(filter);
      const { generations } = await listGenerations(studio.services, studio.userId, query);
      expect(generations.map((each) => each.id)).not.toContain(id);
    }
    const row = await studio.test.database.generation.findUniqueOrThrow({
      where: { id },
      include: { attempts: true, outputs: true },
    });
    expect(row).toMatchObject({
      input: {},
      searchText: "",
      state: "succeeded",
      model: "image-01",
      outputs: [],
    });
    expect(row.attempts).toHaveLength(1);
    const again = { userId: studio.userId, generator: "image", input, idempotencyKey: row.idempotencyKey };
    await expect(createGeneration(studio.services, again)).rejects.toMatchObject({
      code: "generation.deleted",
    });
    const [event] = await studio.test.database.auditEvent.findMany({ orderBy: { id: "desc" }, take: 1 });
    expect(event).toMatchObject({ kind: "items-deleted", facts: { items: 2 } });
  });

  it("deletes nothing if one is not in the trash, somebody else's, or not finished", async () => {
    const { id, ids } = await draw();
    await trash([ids[0]!]);
    await expect(remove(ids)).rejects.toMatchObject({ code: "item.not-in-trash" });
    await trash(ids);
    const asStranger = { userId: strangerId, author: { userId: strangerId }, ids };
    await expect(deleteItems(studio.services, asStranger)).rejects.toMatchObject({ code: "not-found" });
    await studio.test.database.generation.update({ where: { id }, data: { state: "storing" } });
    await expect(remove(ids)).rejects.toMatchObject({ code: "generation.state" });
    expect(await empty()).toEqual({ deleted: 0, inUse: 0, remaining: 0 });
    await studio.test.database.generation.update({ where: { id }, data: { state: "succeeded" } });
    expect(await studio.test.database.item.count({ where: { generationId: id } })).toBe(2);
    expect(await remove(ids)).toMatchObject({ deleted: 2 });
  });

  it("leaves the first frame of a video and says so, unless it is included; then its file stays", async () => {
    const { items, generation, ids } = await draw(1);
    const video = await film(items[0]!.assetId);
    const { sha256 } = generation.outputs[0]!;
    const uses = [{ generationId: video.id, generator: "video" }];
    expect(await remove(ids, { skipTrash: true })).toEqual({ deleted: 0, inUse: [{ id: ids[0], uses }] });
    await trash(ids);
    expect(await empty()).toEqual({ deleted: 0, inUse: 1, remaining: 0 });
    expect(await remove(ids, { includeUsed: true })).toEqual({ deleted: 1, inUse: [] });
    expect(await isOnDisk(sha256)).toBe(true);
    await trashGeneration(studio.services, own(video.id));
    expect(await empty()).toEqual({ deleted: 1, inUse: 0, remaining: 0 });
    expect(await isOnDisk(sha256)).toBe(false);
  });

  it("keeps bytes that another person has", async () => {
    const { items, generation, ids } = await draw(1);
    const { id: _id, ...asset } = await studio.test.database.asset.findUniqueOrThrow({
      where: { id: items[0]!.assetId },
    });
    const { facts: _facts, ...row } = asset;
    await studio.test.database.asset.create({ data: { ...row, userId: strangerId } });
    expect(await remove(ids, { skipTrash: true })).toMatchObject({ deleted: 1 });
    expect(await isOnDisk(generation.outputs[0]!.sha256)).toBe(true);
  });

  it("is done once when two do it at the same time", async () => {
    const { ids } = await draw();
    await trash(ids);
    const results = await Promise.allSettled([remove(ids), remove(ids.toReversed()), empty()]);
    expect(results.filter(({ status }) => status === "rejected").length).toBeLessThanOrEqual(2);
    expect(await studio.test.database.item.count({ where: { id: { in: ids } } })).toBe(0);
  });
});

describe("the cleaning of a worker", () => {
  it("gives all items STUDIO_TRASH_DAYS from the first start with it, and then deletes older ones", async () => {
    const { ids } = await draw(2);
    await trash(ids);
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    for (const [index, days] of [29, 31].entries()) {
      const data = { deletedAt: daysAgo(days) };
      await studio.test.database.item.update({ where: { id: ids[index]! }, data });
    }
    const report = (error: unknown) => expect.fail(String(error));
    const clean = async () => {
      await startCleaning({ database: studio.test.database, report }).stop();
      const where = { id: { in: ids } };
      const left = await studio.test.database.item.findMany({ where, orderBy: { id: "asc" } });
      return left.map(({ id }) => id);
    };
    const setting = vi.spyOn(getEnv(), "STUDIO_TRASH_DAYS", "get");
    const readClock = () => readTrashClock(studio.test.database, Date.now());
    const firstStartedAgo = async (days: number) => {
      const value = { days: getEnv().STUDIO_TRASH_DAYS, since: daysAgo(days).toISOString() };
      await studio.test.database.instanceSetting.update({ where: { key: "trash-clock" }, data: { value } });
    };
    setting.mockReturnValue(30);
    expect(await clean()).toEqual(ids);
    expect((await readClock()).notBefore!.getTime()).toBeGreaterThan(daysAgo(-29).getTime());
    await firstStartedAgo(29);
    expect(await clean()).toEqual(ids);
    setting.mockReturnValue(null);
    await firstStartedAgo(99);
    expect(await clean()).toEqual(ids);
    expect(await readClock()).toEqual({ days: null, notBefore: null });
    setting.mockReturnValue(30);
    expect(await clean()).toEqual(ids);
    await firstStartedAgo(31);
    expect(await clean()).toEqual([ids[0]]);
    setting.mockRestore();
  });
});

describe("emptyOldTrash", () => {
  it("deletes what has been in the trash since before the date, of anyone", async () => {
    const [old, young] = [await draw(1), await draw(1)];
    await trash([...old.ids, ...young.ids]);
    await studio.test.database.item.updateMany({
      where: { id: { in: old.ids } },
      data: { deletedAt: new Date(2_000) },
    });
    expect(await emptyOldTrash(studio.services, new Date(3_000))).toBe(1);
    expect(await studio.test.database.item.count({ where: { id: { in: young.ids } } })).toBe(1);
    expect(await studio.test.database.item.count({ where: { id: { in: old.ids } } })).toBe(0);
    expect(await isOnDisk(old.generation.outputs[0]!.sha256)).toBe(false);
  });
});

it("leaves out what a kept generation uses, and then what that one's items use", () => {
  const item = (id: string) => ({ id, generationId: `take of ${id}` });
  const use = (id: string) => [{ generationId: `take of ${id}`, generator: "video" }];
  const sizes = new Map(["a", "b", "c"].map((id) => [`take of ${id}`, 1]));
  const items = ["a", "b", "c"].map(item);
  const chain = new Map([
    ["a", use("b")],
    ["b", use("c")],
  ]);
  expect(chooseItems(items, { uses: chain, sizes })).toMatchObject({ chosen: items });
  const held = new Map([...chain, ["c", use("elsewhere")]]);
  expect(chooseItems(items, { uses: held, sizes })).toEqual({ chosen: [], emptied: [] });
});
