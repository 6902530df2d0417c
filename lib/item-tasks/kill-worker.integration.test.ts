import { afterAll, beforeAll, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { seedItems } from "@/lib/items/testing/seed-items.server";
import { createProject } from "@/lib/projects/change/change-project.server";
import { createItemTask, createProjectTask } from "./create-item-task.server";
import { undoItemTask } from "./end-item-task.server";
import type { ItemTaskDto } from "./item-task-dto";
import { getItemTask } from "./read-item-tasks.server";

let studio: StudioHarness;
beforeAll(async () => {
  [studio] = await Promise.all([openStudioHarness(), bundleWorker()]);
  await seedItems(studio.test.database, { userId: studio.userId, count: 4_000 });
});
afterAll(() => studio.close());

/** Resolves once the condition holds for the task, as the live feed tells. */
async function waitForTask(id: string, isThere: (task: ItemTaskDto) => boolean): Promise<ItemTaskDto> {
  const read = () => getItemTask(studio.test.database, { userId: studio.userId, id });
  const reached = Promise.withResolvers<ItemTaskDto>();
  const look = () => read().then((task) => isThere(task) && reached.resolve(task), reached.reject);
  const unsubscribe = studio.hub.subscribe(studio.userId, {
    onChange: (change) => void (change.task && change.id === id && look()),
    onLineChange: () => {},
    onGap: look,
  });
  await look();
  return reached.promise.finally(unsubscribe);
}

it("goes on after kill -9 of the worker in the middle, changes each item once, and undoes it all", async () => {
  const { database } = studio.test;
  const author = { userId: studio.userId };
  const action = { kind: "change" as const, changes: { favourite: true, addTags: ["kept"] } };
  const before = await database.item.findMany({
    orderBy: { id: "asc" },
    omit: { version: true, ownText: true },
  });
  const { id, total, done } = await createItemTask(studio.services, {
    author,
    items: { filter: {} },
    action,
  });
  for (const share of [0.1, 0.25]) {
    const doomed = await startWorkerProcess();
    await waitForTask(id, (task) => task.done > total * share);
    await doomed.kill();
  }
  const left = await getItemTask(database, { ...author, id });
  expect(left.state).toBe("running");
  expect(left.done).toBeGreaterThan(done);

  const doomed = await startWorkerProcess();
  const ended = await waitForTask(id, ({ state }) => state === "succeeded");
  expect(ended).toMatchObject({ done: total, changed: total });
  const versions = await database.item.groupBy({
    by: ["version"],
    where: { tags: { has: "kept" } },
    _count: true,
  });
  expect(versions).toEqual([{ version: 2, _count: total }]);

  await undoItemTask(studio.services, { ...author, id });
  await waitForTask(id, ({ restored }) => restored > total / 3);
  await doomed.kill();
  await studio.startWorker();
  expect(await waitForTask(id, ({ state }) => state === "undone")).toMatchObject({ restored: total });
  const after = await database.item.findMany({
    orderBy: { id: "asc" },
    omit: { version: true, ownText: true },
  });
  expect(after).toEqual(before);
});

it("adds a list to a project in its order after kill -9 of the worker in the middle, and undoes it", async () => {
  const { database } = studio.test;
  const author = { userId: studio.userId };
  const { id: projectId } = await createProject(database, studio.userId, { title: "Harbour" });
  const { id, total } = await createProjectTask(studio.services, {
    author,
    projectId,
    kind: "project-add",
    items: { filter: {} },
    sort: "oldest",
  });
  const doomed = await startWorkerProcess();
  await waitForTask(id, ({ done }) => done > total * 0.3);
  await doomed.kill();
  const worker = await studio.startWorker();
  expect(await waitForTask(id, ({ state }) => state === "succeeded")).toMatchObject({ changed: total });
  const placed = await database.projectItem.findMany({ where: { projectId }, orderBy: { position: "asc" } });
  const oldest = await database.item.findMany({
    where: { ...author, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  expect(placed.map(({ itemId }) => itemId)).toEqual(oldest.map((item) => item.id));
  await undoItemTask(studio.services, { ...author, id });
  expect(await waitForTask(id, ({ state }) => state === "undone")).toMatchObject({ restored: total });
  expect(await database.projectItem.count({ where: { projectId } })).toBe(0);
  await worker.stop();
});
