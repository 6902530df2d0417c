import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import type { ItemSort } from "@/lib/items/item-names";
import { itemListSchema } from "@/lib/items/list-items-query";
import { findItems } from "@/lib/items/read/find-items.server";
import { copyItem } from "@/lib/items/testing/copy-item.server";
import { seedPerson } from "@/lib/items/testing/seed-items.server";
import { createProject, deleteProject } from "@/lib/projects/change/change-project.server";
import {
  addProjectItems,
  moveProjectItems,
  removeProjectItems,
} from "@/lib/projects/change/project-items.server";
import { putMember, removeMember } from "@/lib/projects/change/project-members.server";
import { advanceItemTask, batchSize } from "./advance-item-task.server";
import { createProjectTask, type ChosenItems } from "./create-item-task.server";
import { undoItemTask } from "./end-item-task.server";
import type { ItemTaskDto } from "./item-task-dto";
import { getItemTask } from "./read-item-tasks.server";

let studio: StudioHarness;
/** Has 650 seeded items, which take four batches. */
let ada: Person;
let ben: Person;
beforeAll(async () => {
  studio = await openStudioHarness();
  const { database } = studio.test;
  ada = await seedPerson(database, { name: "Ada", count: 650 });
  ben = await seedPerson(database, { name: "Ben", count: 3 });
});
afterAll(() => studio.close());

interface Person {
  userId: string;
  email: string;
}

/** A project of Ada, in which Ben works. */
async function openProject(): Promise<string> {
  const { id } = await createProject(studio.test.database, ada.userId, { title: "Harbour" });
  await putMember(studio.test.database, { author: ada, id, email: ben.email, role: "work" });
  return id;
}

const start = (
  kind: "project-add" | "project-remove",
  projectId: string,
  items: ChosenItems,
  { person = ada, sort }: { person?: Person; sort?: ItemSort } = {},
) =>
  createProjectTask(studio.services, {
    author: { userId: person.userId },
    kind,
    projectId,
    items,
    ...(sort ? { sort } : {}),
  });

/** Does what a worker does, in turns of one batch. */
async function finish({ id }: ItemTaskDto, { userId }: Person = ada): Promise<ItemTaskDto> {
  while (await advanceItemTask(studio.services, id));
  return getItemTask(studio.test.database, { userId, id });
}
const undo = async ({ id }: ItemTaskDto, person: Person = ada) =>
  finish(await undoItemTask(studio.services, { userId: person.userId, id }), person);

async function listPlaced(projectId: string): Promise<string[]> {
  const rows = await studio.test.database.projectItem.findMany({
    where: { projectId },
    orderBy: [{ position: "asc" }, { itemId: "asc" }],
  });
  return rows.map(({ itemId }) => itemId);
}

/** Items of a person as their library lists them. */
async function listLibrary(
  { userId }: Person,
  { sort = "newest", ...query }: { sort?: ItemSort; kind?: string } = {},
): Promise<string[]> {
  const search = { userId, filter: itemListSchema.parse(query), sort, limit: 1_000 };
  return (await findItems(studio.test.database, search)).map(({ id }) => id);
}

it.each(["newest", "oldest", "title", "rating", "largest", "longest"] as const)(
  "adds all of a list sorted by %s in its order, except some and those already in it, and undoes it",
  async (sort) => {
    const id = await openProject();
    const list = await listLibrary(ada, { sort, kind: "image,audio" });
    const [present, excepted] = [list[3]!, list[250]!];
    await addProjectItems(studio.test.database, { userId: ada.userId, id, ids: [present] });
    const filter = itemListSchema.parse({
      kind: "image,audio",
      ...(sort === "longest" ? { minSeconds: "0" } : {}),
    });
    const task = await start("project-add", id, { filter, exceptIds: [excepted] }, { sort });
    expect(task.state).toBe(list.length > batchSize ? "running" : "succeeded");
    const wanted = [present, ...list.filter((each) => each !== present && each !== excepted)];
    expect(await finish(task)).toMatchObject({
      action: "project-add",
      project: { id, title: "Harbour" },
      state: "succeeded",
      changed: wanted.length - 1,
      canUndo: true,
    });
    expect(await listPlaced(id)).toEqual(wanted);
    expect(await undo(task)).toMatchObject({ state: "undone", restored: wanted.length - 1 });
    expect(await listPlaced(id)).toEqual([present]);
  },
);

it("adds more than 500 named items in the order in which they are given", async () => {
  const id = await openProject();
  const ids = (await listLibrary(ada, { sort: "title" })).slice(0, 510).toReversed();
  expect(await finish(await start("project-add", id, { ids }))).toMatchObject({ total: 510, changed: 510 });
  expect(await listPlaced(id)).toEqual(ids);
});

it("does not add items that are created after it started", async () => {
  const { database } = studio.test;
  const id = await openProject();
  const task = await start("project-add", id, { filter: {} }, { sort: "oldest" });
  const laterId = await copyItem(database, ada.userId);
  await finish(task);
  expect(await listPlaced(id)).not.toContain(laterId);
  await database.output.delete({ where: { id: laterId } });
});

it("is refused for items of others, unknown ones, and projects that the person may not change", async () => {
  const { database } = studio.test;
  const id = await openProject();
  const [own] = await listLibrary(ada);
  const [bens] = await listLibrary(ben);
  const add = (ids: string[], person = ada) => start("project-add", id, { ids }, { person });
  await expect(add([own!, bens!])).rejects.toMatchObject({ code: "not-found" });
  await expect(add([own!, randomUUID()])).rejects.toMatchObject({ code: "not-found" });
  await putMember(database, { author: ada, id, email: ben.email, role: "view" });
  await expect(add([bens!], ben)).rejects.toMatchObject({ code: "project.role" });
  await removeMember(database, { author: ada, id, memberId: ben.userId });
  await expect(add([bens!], ben)).rejects.toMatchObject({ code: "not-found" });
  await expect(start("project-add", randomUUID(), { ids: [own!] })).rejects.toMatchObject({
    code: "not-found",
  });
  expect(await listPlaced(id)).toEqual([]);
});

it("ends with a count of what is left when the project is deleted meanwhile", async () => {
  const id = await openProject();
  const task = await start("project-add", id, { filter: {} });
  expect(task).toMatchObject({ state: "running", changed: batchSize });
  await deleteProject(studio.test.database, { author: ada, id });
  const ended = await finish(task);
  expect(ended).toMatchObject({
    state: "failed",
    changed: batchSize,
    left: { projectGone: task.total - batchSize },
    canUndo: false,
  });
  await expect(undo(task)).rejects.toMatchObject({ code: "item-task.state" });
});

it("ends when the person may only view the project from now on, and says so when undoing", async () => {
  const { database } = studio.test;
  const id = await openProject();
  const [first, second] = await listLibrary(ben);
  const task = await start("project-add", id, { ids: [first!, second!] }, { person: ben });
  await putMember(database, { author: ada, id, email: ben.email, role: "view" });
  expect(await undo(task, ben)).toMatchObject({ state: "undone", restored: 0, left: { projectGone: 2 } });
  expect(await listPlaced(id)).toEqual([first, second]);
});

it("undoes an addition except for what was removed, or removed and added again", async () => {
  const { database } = studio.test;
  const id = await openProject();
  const [kept, removed, again] = (await listLibrary(ada)).slice(0, 3) as [string, string, string];
  const task = await start("project-add", id, { ids: [kept, removed, again] });
  const target = { userId: ada.userId, id };
  await removeProjectItems(database, { ...target, ids: [removed, again] });
  await addProjectItems(database, { ...target, ids: [again] });
  expect(await undo(task)).toMatchObject({ restored: 1, left: { changedSince: 2 } });
  expect(await listPlaced(id)).toEqual([again]);
});

it("removes items of anyone in the project, and puts them back where they were", async () => {
  const { database } = studio.test;
  const id = await openProject();
  const own = (await listLibrary(ada)).slice(0, 300);
  const bens = await listLibrary(ben);
  await finish(await start("project-add", id, { ids: own }));
  await start("project-add", id, { ids: bens }, { person: ben });
  await moveProjectItems(database, { userId: ada.userId, id, ids: [bens[0]!], before: own[0]! });
  const before = await listPlaced(id);
  const outside = (await listLibrary(ada)).at(-1)!;
  const ids = [...own.slice(10), ...bens, outside];
  const task = await finish(await start("project-remove", id, { ids }));
  expect(task).toMatchObject({ action: "project-remove", changed: ids.length - 1, state: "succeeded" });
  expect(await listPlaced(id)).toEqual(own.slice(0, 10));
  expect(await undo(task)).toMatchObject({ restored: ids.length - 1 });
  expect(await listPlaced(id)).toEqual(before);
});

it("removes what a list has of the project only, and does not put back items of a member who left", async () => {
  const { database } = studio.test;
  const id = await openProject();
  const list = await listLibrary(ada, { kind: "audio" });
  const pictures = (await listLibrary(ada, { kind: "image" })).slice(0, 5);
  await finish(await start("project-add", id, { ids: [...list.slice(0, 210), ...pictures] }));
  const filter = itemListSchema.parse({ kind: "audio" });
  const other = { ...filter, project: randomUUID() };
  await expect(start("project-remove", id, { filter: other })).rejects.toMatchObject({
    code: "input.invalid",
  });
  const task = await finish(await start("project-remove", id, { filter }));
  expect(task.changed).toBe(210);
  expect(await listPlaced(id)).toEqual(pictures);
  const [bens] = await listLibrary(ben);
  await start("project-add", id, { ids: [bens!] }, { person: ben });
  const removed = await start("project-remove", id, { ids: [bens!, pictures[0]!] });
  await removeMember(database, { author: ada, id, memberId: ben.userId });
  expect(await undo(removed)).toMatchObject({ restored: 1, left: { gone: 1 } });
  expect(await listPlaced(id)).toEqual(pictures);
});

it("keeps each item in one place when two tabs add, move and remove the same items at once", async () => {
  const { database } = studio.test;
  const id = await openProject();
  const ids = (await listLibrary(ada)).slice(0, 40);
  const [first, ...others] = ids as [string, ...string[]];
  const tasks = await Promise.all([
    start("project-add", id, { ids }),
    start("project-add", id, { ids: ids.toReversed() }),
  ]);
  expect(tasks.map(({ changed }) => changed).toSorted()).toEqual([0, 40]);
  const target = { userId: ada.userId, id };
  const moves = others
    .slice(0, 20)
    .map((each) =>
      moveProjectItems(database, { ...target, ids: [each], before: first }).catch((error: unknown) => error),
    );
  const [removal] = await Promise.all([start("project-remove", id, { ids: others }), ...moves]);
  expect(await listPlaced(id)).toEqual([first]);
  await undo(removal);
  expect((await listPlaced(id)).toSorted()).toEqual(ids.toSorted());
});
