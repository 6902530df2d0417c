import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteItems } from "@/lib/generations/change/delete-items.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { changeItems } from "@/lib/items/change/change-items.server";
import type { ItemChanges } from "@/lib/items/item-input";
import { itemListSchema } from "@/lib/items/list-items-query";
import { countItems } from "@/lib/items/read/count-items.server";
import { copyItem } from "@/lib/items/testing/copy-item.server";
import { seedPerson } from "@/lib/items/testing/seed-items.server";
import { advanceItemTask, batchSize } from "./advance-item-task.server";
import { createItemTask, storeItemTask, type ChosenItems } from "./create-item-task.server";
import { cancelItemTask, deleteOldItemTasks, undoItemTask } from "./end-item-task.server";
import type { ItemTaskDto } from "./item-task-dto";
import { getItemTask, listItemTasks } from "./read-item-tasks.server";
import type { TaskAction } from "./stored-task";
import { takeTurn } from "./work-on-item-tasks.server";

const nobodys = "018f0000-0000-7000-8000-000000000000";

let studio: StudioHarness;
/** Has 650 seeded items, which take four batches. */
let collectorId: string;
beforeAll(async () => {
  studio = await openStudioHarness();
  const { database } = studio.test;
  ({ userId: collectorId } = await seedPerson(database, { name: "Collector", count: 650 }));
  // As changes write it.
  await database.item.updateMany({ where: { tags: { has: "keep" } }, data: { ownText: "keep" } });
});
afterAll(() => studio.close());

function start(items: ChosenItems, action: TaskAction | ItemChanges, userId = collectorId) {
  const author = { userId, via: "token", credentialId: nobodys } as const;
  const whole = "kind" in action ? action : { kind: "change" as const, changes: action };
  return createItemTask(studio.services, { author, items, action: whole });
}
const all = (filter: Record<string, string> = {}) => ({ filter: itemListSchema.parse(filter) });
const read = ({ id }: ItemTaskDto, userId = collectorId) => getItemTask(studio.test.database, { userId, id });

/** Does what a worker does, in turns of one batch. */
async function finish(task: ItemTaskDto, userId = collectorId): Promise<ItemTaskDto> {
  while (await advanceItemTask(studio.services, task.id));
  return read(task, userId);
}
const undo = async (task: ItemTaskDto, userId = collectorId) =>
  finish(await undoItemTask(studio.services, { userId, id: task.id }), userId);

/** What the collector's items are, without their versions. */
function listValues(userId = collectorId) {
  return studio.test.database.item.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    select: { id: true, tags: true, rating: true, favourite: true, deletedAt: true, ownText: true },
  });
}
const listIds = async (where: object = {}, userId = collectorId) =>
  (await studio.test.database.item.findMany({ where: { userId, ...where }, select: { id: true } })).map(
    ({ id }) => id,
  );

describe("a change of many items", () => {
  it("is done at once for few, and undone", async () => {
    const before = await listValues();
    const ids = (await listIds({ deletedAt: null })).slice(0, 10);
    const task = await start({ ids }, { favourite: true, rating: 4, addTags: ["harbour"] });
    expect(task).toMatchObject({
      state: "succeeded",
      total: 10,
      exact: true,
      done: 10,
      changed: 10,
      canUndo: true,
    });
    const changed = await studio.test.database.item.findMany({ where: { id: { in: ids } } });
    expect(
      changed.every((item) => item.favourite && item.rating === 4 && item.tags.includes("harbour")),
    ).toBe(true);
    expect(await undo(task)).toMatchObject({ state: "undone", restored: 10, canUndo: false });
    expect(await listValues()).toEqual(before);
    expect(await undoItemTask(studio.services, { userId: collectorId, id: task.id })).toMatchObject({
      restored: 10,
    });
  });

  it("takes all of a list but the excepted, batch by batch, and undoes each to what it was", async () => {
    const before = await listValues();
    const matching = await listIds({ deletedAt: null, kind: { in: ["image", "audio"] } });
    const [left, ...wanted] = matching;
    const task = await start(
      { ...all({ kind: "image,audio" }), exceptIds: [left!] },
      { rating: 2, trashed: true },
    );
    expect(task).toMatchObject({ state: "running", total: wanted.length, exact: true, canUndo: true });
    expect(task.done).toBeLessThan(wanted.length);
    const ended = await finish(task);
    expect(ended).toMatchObject({ state: "succeeded", done: wanted.length, changed: wanted.length });
    const trashed = await listIds({ deletedAt: new Date(task.createdAt), rating: 2 });
    expect(trashed.toSorted()).toEqual(wanted.toSorted());
    expect(await undo(task)).toMatchObject({ state: "undone", restored: wanted.length });
    expect(await listValues()).toEqual(before);
    const { total } = await countItems(studio.test.database, collectorId, {});
    expect(total).toBe((await listIds({ deletedAt: null })).length);
  });

  it("does not touch items that are created after it started", async () => {
    const { database } = studio.test;
    const action = { kind: "change" as const, changes: { addTags: ["today"] } };
    const id = await storeItemTask(studio.services, {
      author: { userId: collectorId },
      items: all(),
      action,
    });
    const laterId = await copyItem(database, collectorId);
    const ended = await finish(await getItemTask(database, { userId: collectorId, id }));
    expect(ended.changed).toBe(ended.total);
    expect(await listIds({ tags: { has: "today" }, id: laterId })).toEqual([]);
    await database.output.delete({ where: { id: laterId } });
    await undo(ended);
  });

  it("goes on in another process, which changes nothing twice", async () => {
    const task = await start(all(), { addTags: ["once"] });
    expect((await read(task)).done).toBe(batchSize);
    await Promise.all([advanceItemTask(studio.services, task.id), advanceItemTask(studio.services, task.id)]);
    expect((await read(task)).done).toBe(3 * batchSize);
    const versions = async () =>
      (await studio.test.database.item.findMany({ where: { tags: { has: "once" } } })).map(
        ({ version }) => version,
      );
    const halfWay = await versions();
    expect(halfWay).toHaveLength(3 * batchSize);
    const ended = await finish(task);
    expect(ended.changed).toBe((await versions()).length);
    expect(ended.changed).toBe(ended.total);
    expect(await undo(task)).toMatchObject({ restored: ended.changed, left: { changedSince: 0 } });
  });

  it("leaves and counts what has all its tags, and what is gone", async () => {
    const [full, gone, ...rest] = await listIds({ deletedAt: null });
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    const { database } = studio.test;
    await database.item.update({ where: { id: full! }, data: { tags } });
    const ids = [full!, gone!, ...rest.slice(0, 400)];
    const task = await start({ ids }, { addTags: ["one more"] });
    const row = await database.item.findUniqueOrThrow({ where: { id: gone! } });
    await database.item.delete({ where: { id: gone! } });
    const ended = await finish(task);
    const wasEarlier = (
      await database.itemTask.findUniqueOrThrow({ where: { id: task.id } })
    ).itemIds.indexOf(gone!);
    const isGone = wasEarlier >= batchSize ? 1 : 0;
    expect(ended).toMatchObject({ done: 402, changed: 401 - isGone, left: { gone: isGone, fullOfTags: 1 } });
    await database.item.create({ data: row });
    await undo(task);
    await database.item.update({ where: { id: full! }, data: { tags: [] } });
  });

  it.each([
    ["nobody's", [nobodys]],
    ["somebody else's", []],
  ])("starts nothing if an item is %s", async (_title, more) => {
    const ids = [...(await listIds()).slice(0, 2), ...more];
    const userId = more.length > 0 ? collectorId : studio.userId;
    await expect(start({ ids }, { favourite: true }, userId)).rejects.toMatchObject({ code: "not-found" });
    expect(await studio.test.database.itemTask.count({ where: { userId: studio.userId } })).toBe(0);
  });

  it("is nobody else's to see, cancel or undo", async () => {
    const task = await start(all(), { rating: 1 });
    const asStranger = { userId: studio.userId, id: task.id };
    const attempts = await Promise.allSettled([
      getItemTask(studio.test.database, asStranger),
      cancelItemTask(studio.services, asStranger),
      undoItemTask(studio.services, asStranger),
    ]);
    const refused = { status: "rejected", reason: expect.objectContaining({ code: "not-found" }) };
    expect(attempts).toEqual([refused, refused, refused]);
    expect(await listItemTasks(studio.test.database, studio.userId, { active: false })).toEqual([]);
    const active = await listItemTasks(studio.test.database, collectorId, { active: true });
    expect(active.map(({ id }) => id)).toEqual([task.id]);
    await undo(task);
  });
});

it("tells how far a task is instead of each generation that follows its items", async () => {
  const worker = await studio.startWorker();
  const { id: generationId } = await studio.submit({ model: "image-01", prompt: "Told", n: 3 });
  await studio.waitForEnd(generationId);
  await worker.stop();
  const told: (string | undefined)[] = [];
  const last = Promise.withResolvers<void>();
  const unsubscribe = studio.hub.subscribe(studio.userId, {
    onChange(change) {
      told.push(change.task ? "task" : change.id);
      if (!change.task) last.resolve();
    },
    onItemChange: () => {},
    onLineChange: () => {},
    onGap: () => {},
  });
  const task = await start({ filter: { generationId } }, { favourite: true }, studio.userId);
  expect(task.changed).toBe(3);
  const generation = await studio.test.database.generation.findUniqueOrThrow({ where: { id: generationId } });
  expect(generation.favourite).toBe(true);
  // Told after everything that the task told.
  await studio.test.database.generation.update({ where: { id: generationId }, data: { title: "Last" } });
  await last.promise;
  unsubscribe();
  expect(told).toEqual(["task", "task", generationId]);
  await deleteItems(studio.services, {
    userId: studio.userId,
    author: { userId: studio.userId },
    ids: await listIds({ generationId }, studio.userId),
    skipTrash: true,
  });
});

describe("undo", () => {
  it("leaves what was changed again since, and keeps other changes", async () => {
    const [again, other, ...rest] = await listIds({ deletedAt: null, rating: 0, favourite: false });
    const task = await finish(await start({ ids: [again!, other!, ...rest] }, { rating: 5 }));
    const author = { userId: collectorId };
    await changeItems(studio.services, { author, ids: [again!], changes: { rating: 3 } });
    await changeItems(studio.services, { author, ids: [other!], changes: { favourite: true } });
    const undone = await undo(task);
    expect(undone).toMatchObject({ restored: rest.length + 1, left: { changedSince: 1, gone: 0 } });
    const rows = await studio.test.database.item.findMany({ where: { id: { in: [again!, other!] } } });
    const values = rows.map(({ id, rating, favourite }) => [id, rating, favourite]);
    expect(values).toEqual(
      expect.arrayContaining([
        [again, 3, false],
        [other, 0, true],
      ]),
    );
  });

  it("stops a task that is running, and gives back what it did", async () => {
    const before = await listValues();
    const task = await start(all(), { favourite: true });
    expect(task.state).toBe("running");
    const undone = await undo(task);
    expect(undone).toMatchObject({ state: "undone", done: batchSize });
    expect(undone.restored).toBe(undone.changed);
    expect(await listValues()).toEqual(before);
  });

  it("undoes an earlier change after a later one was undone", async () => {
    const before = await listValues();
    const rated = await finish(await start(all({ kind: "video" }), { rating: 3 }));
    const trashed = await finish(await start(all({ kind: "video" }), { trashed: true }));
    await undo(trashed);
    expect((await undo(rated)).left.changedSince).toBe(0);
    expect(await listValues()).toEqual(before);
  });
});

describe("a task that ends early", () => {
  it("keeps what it did when it is cancelled, and can be undone then", async () => {
    const task = await start(all(), { favourite: true });
    const own = { userId: collectorId, id: task.id };
    expect(await cancelItemTask(studio.services, own)).toMatchObject({ state: "cancelled", canUndo: true });
    expect(await advanceItemTask(studio.services, task.id)).toBe(false);
    expect((await read(task)).done).toBe(batchSize);
    expect((await cancelItemTask(studio.services, own)).state).toBe("cancelled");
    await undo(task);
    await expect(cancelItemTask(studio.services, own)).rejects.toMatchObject({ code: "item-task.state" });
  });

  it("stops when its person loses access", async () => {
    const task = await start(all(), { rating: 5 });
    const { database } = studio.test;
    await database.user.update({ where: { id: collectorId }, data: { disabledAt: new Date() } });
    expect(await finish(task)).toMatchObject({ state: "cancelled", done: batchSize });
    await database.user.update({ where: { id: collectorId }, data: { disabledAt: null } });
    await undo(task);
  });

  it("fails after five faults in a row, and not before", async () => {
    const task = await start(all(), { rating: 5 });
    const { database } = studio.test;
    await database.itemTask.update({ where: { id: task.id }, data: { filter: { unknown: "filter" } } });
    for (let count = 0; count < 4; count += 1) await takeTurn(studio.services, task.id);
    expect((await read(task)).state).toBe("running");
    await takeTurn(studio.services, task.id);
    expect(await read(task)).toMatchObject({ state: "failed", done: batchSize, canUndo: true });
    expect(await undo(task)).toMatchObject({ state: "undone" });
  });

  it("is forgotten a day after its end, not before", async () => {
    const task = await start({ ids: (await listIds()).slice(0, 1) }, { favourite: true });
    const { database, clock } = studio.services;
    const hours = (count: number) => ({ now: () => clock.now() + count * 60 * 60 * 1000 });
    await deleteOldItemTasks({ database, clock: hours(23) });
    expect((await read(task)).state).toBe("succeeded");
    await deleteOldItemTasks({ database, clock: hours(25) });
    await expect(read(task)).rejects.toMatchObject({ code: "not-found" });
    expect(await database.itemTaskUndo.count({ where: { taskId: task.id } })).toBe(0);
  });
});

describe("a deletion of many items", () => {
  const forGood = { kind: "delete", includeUsed: false, skipTrash: false } as const;

  it("is refused for what is not in the trash", async () => {
    await expect(start(all(), forGood)).rejects.toMatchObject({ code: "item.not-in-trash" });
    const ids = (await listIds({ deletedAt: null })).slice(0, 3);
    await expect(start({ ids }, forGood)).rejects.toMatchObject({ code: "item.not-in-trash" });
  });

  it("deletes the trash, leaves what is used or was restored, and can't be undone", async () => {
    const worker = await studio.startWorker();
    const { id: generationId } = await studio.submit({ model: "image-01", prompt: "To be deleted", n: 3 });
    await studio.waitForEnd(generationId);
    await worker.stop();
    const { database } = studio.test;
    const items = await database.item.findMany({ where: { generationId }, orderBy: { id: "asc" } });
    const [used, restored, deleted] = items.map(({ id }) => id);
    await database.generation.create({
      data: {
        userId: studio.userId,
        generator: "video",
        state: "failed",
        input: {},
        idempotencyKey: "uses it",
        inputHash: "h",
        model: "m",
        connection: {},
        inputs: { create: { assetId: items[0]!.assetId, field: "first_frame_image" } },
      },
    });
    await start({ ids: [used!, restored!, deleted!] }, { trashed: true }, studio.userId);
    const author = { userId: studio.userId };
    const id = await storeItemTask(studio.services, {
      author,
      items: { ids: [used!, restored!, deleted!] },
      action: forGood,
    });
    await changeItems(studio.services, { author, ids: [restored!], changes: { trashed: false } });
    await advanceItemTask(studio.services, id);
    const task = await getItemTask(database, { userId: studio.userId, id });
    expect(task).toMatchObject({
      state: "succeeded",
      done: 3,
      changed: 1,
      left: { inUse: 1, notInTrash: 1, gone: 0 },
      canUndo: false,
    });
    expect((await listIds({}, studio.userId)).toSorted()).toEqual([used!, restored!].toSorted());
    await expect(undoItemTask(studio.services, { userId: studio.userId, id })).rejects.toMatchObject({
      code: "item-task.state",
    });
    const both = { ...author, author, ids: [used!, restored!], skipTrash: true, includeUsed: true };
    expect(await deleteItems(studio.services, both)).toMatchObject({ deleted: 2 });
  });
});
