import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeItems } from "@/lib/items/change/change-items.server";
import { listItemsQuerySchema } from "@/lib/items/list-items-query";
import { listItems } from "@/lib/items/read/list-items.server";
import { createProject } from "./change/change-project.server";
import { addProjectItems, moveProjectItems, removeProjectItems } from "./change/project-items.server";
import { removeMember } from "./change/project-members.server";
import { listProjectItemsQuerySchema } from "./project-input";
import { getProjectItem, listProjectItems } from "./read/list-project-items.server";
import { openProjectStudio, type ProjectStudio } from "./testing/project-studio.server";

let studio: ProjectStudio;
beforeAll(async () => {
  studio = await openProjectStudio();
});
afterAll(() => studio.drop());

describe("the items of a project", () => {
  it("are moved before or after another, or to the end", async () => {
    const { database } = studio;
    const { id, ids, ada } = await studio.openProject();
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const move = (moved: string[], spot: object = {}) =>
      moveProjectItems(database, { userId: ada.userId, id, ids: moved, ...spot });
    const order = () => studio.listIds(ada.userId, id);
    expect(await order()).toEqual([a, b, c, d, e]);
    await move([e], { before: a });
    expect(await order()).toEqual([e, a, b, c, d]);
    await move([e, d], { after: b });
    expect(await order()).toEqual([a, b, e, d, c]);
    await move([a]);
    expect(await order()).toEqual([b, e, d, c, a]);
    // Between the same two, again and again: each time, half of the space between their numbers is left.
    for (let turn = 0; turn < 40; turn += 1) await move([turn % 2 ? a : c], { after: b });
    expect(await order()).toEqual([b, a, c, e, d]);
    const places = await database.projectItem.findMany({
      where: { projectId: id },
      orderBy: { position: "asc" },
    });
    const steps = places.slice(1).map(({ position }, index) => position - places[index]!.position);
    expect(Math.min(...steps)).toBeGreaterThan(1e-9);
    await expect(move([a], { before: a })).rejects.toMatchObject({ code: "input.invalid" });
    await expect(move([randomUUID()])).rejects.toMatchObject({ code: "project.item-gone" });
    await expect(move([a], { after: randomUUID() })).rejects.toMatchObject({ code: "project.item-gone" });
    expect(await order()).toEqual([b, a, c, e, d]);
  });

  it("are each in one place after many people move them at once", async () => {
    const { database } = studio;
    const { id, ids, ada, ben } = await studio.openProject();
    const [first, ...others] = ids as [string, ...string[]];
    await Promise.all(
      [ada, ben, ada, ben].flatMap(({ userId }) =>
        others.map((each) => moveProjectItems(database, { userId, id, ids: [each], before: first })),
      ),
    );
    const order = await studio.listIds(ada.userId, id);
    expect(order.toSorted()).toEqual(ids.toSorted());
    expect(order.at(-1)).toBe(first);
    const places = await database.projectItem.findMany({ where: { projectId: id } });
    expect(new Set(places.map(({ position }) => position)).size).toBe(5);
  });

  it("are read page by page in both directions, by kind, and without the trash", async () => {
    const { database } = studio;
    const { id, ids, ada } = await studio.openProject();
    const target = { userId: ada.userId, id };
    const sounds = await studio.addItems(ada.userId, 2, "audio");
    await addProjectItems(database, { ...target, ids: sounds });
    await changeItems({ database, clock: Date }, { author: ada, ids: [ids[1]!], changes: { trashed: true } });
    const shown = [...ids.filter((each) => each !== ids[1]), ...sounds];
    const [called] = sounds;
    await changeItems(
      { database, clock: Date },
      { author: ada, ids: [called!], changes: { title: "A first" } },
    );
    for (const sort of ["order", "oldest", "newest", "title"]) {
      const read = (query: object) =>
        listProjectItems(database, target, listProjectItemsQuerySchema.parse({ sort, ...query }));
      const all = (await read({})).items.map((item) => item.id);
      expect(all.toSorted()).toEqual(shown.toSorted());
      if (sort === "order") expect(all).toEqual(shown);
      if (sort === "title") expect(all[0]).toBe(called);
      const first = await read({ limit: "2" });
      const second = await read({ limit: "2", cursor: first.nextCursor });
      expect([...first.items, ...second.items].map((item) => item.id)).toEqual(all.slice(0, 4));
      const back = await read({ limit: "2", cursor: second.previousCursor });
      expect(back.items).toEqual(first.items);
      expect([first.previousCursor, back.previousCursor]).toEqual([null, null]);
    }
    expect(await studio.listIds(ada.userId, id, { kind: "audio" })).toEqual(sounds);
    await expect(studio.listIds(ada.userId, id, { cursor: "bm9uZQ" })).rejects.toMatchObject({
      code: "input.invalid",
    });
    const newest = await listProjectItems(
      database,
      target,
      listProjectItemsQuerySchema.parse({ sort: "newest", limit: "2" }),
    );
    await expect(studio.listIds(ada.userId, id, { cursor: newest.nextCursor! })).rejects.toMatchObject({
      code: "input.invalid",
    });
  });

  it("are added by those who work in it, all or none, and are their own", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, cleo, dan } = await studio.openProject();
    const [own, second] = await studio.addItems(ben.userId, 2);
    const add = (userId: string, added: string[]) => addProjectItems(database, { userId, id, ids: added });
    expect(await add(ben.userId, [own!, own!, ids[0]!])).toBe(1);
    expect(await add(ben.userId, [own!])).toBe(0);
    expect(await studio.listIds(ada.userId, id)).toEqual([...ids, own]);
    const [another] = await studio.addItems(ada.userId, 1);
    await expect(add(ben.userId, [second!, another!])).rejects.toMatchObject({ code: "not-found" });
    await expect(add(ada.userId, [randomUUID()])).rejects.toMatchObject({ code: "not-found" });
    await expect(add(cleo.userId, [])).rejects.toMatchObject({ code: "project.role" });
    await expect(add(dan.userId, [])).rejects.toMatchObject({ code: "not-found" });
    expect(await studio.listIds(ada.userId, id)).toEqual([...ids, own]);
  });

  it("are taken out by those who work in it, and stay in the library", async () => {
    const { database } = studio;
    const { id, ids, ben, cleo, dan, ada } = await studio.openProject();
    const remove = (userId: string) => removeProjectItems(database, { userId, id, ids: [ids[0]!] });
    await expect(remove(cleo.userId)).rejects.toMatchObject({ code: "project.role" });
    await expect(remove(dan.userId)).rejects.toMatchObject({ code: "not-found" });
    expect(await remove(ben.userId)).toBe(1);
    expect(await remove(ben.userId)).toBe(0);
    expect(await studio.listIds(ada.userId, id)).toEqual(ids.slice(1));
    expect(await database.item.count({ where: { id: ids[0]! } })).toBe(1);
  });

  it("leave when they are deleted, and may be in several projects", async () => {
    const { database } = studio;
    const { id, ids, ada } = await studio.openProject();
    const other = await createProject(database, ada.userId, { title: "Other" });
    await addProjectItems(database, { userId: ada.userId, id: other.id, ids: [ids[0]!, ids[1]!] });
    expect(await studio.listIds(ada.userId, id)).toEqual(ids);
    await database.item.delete({ where: { id: ids[0]! } });
    expect(await studio.listIds(ada.userId, id)).toEqual(ids.slice(1));
    expect(await studio.listIds(ada.userId, other.id)).toEqual([ids[1]]);
  });

  it("are found by what they are called, and one's own by all their words", async () => {
    const { database } = studio;
    const { id, ids, ada, ben } = await studio.openProject();
    const change = (itemId: string, changes: { title?: string; addTags?: string[] }) =>
      changeItems({ database, clock: Date }, { author: ada, ids: [itemId], changes });
    await change(ids[0]!, { title: `Ｎight  Ferry, slow${" and".repeat(30)} lantern` });
    await change(ids[1]!, { addTags: ["ferry"] });
    const find = (userId: string, q: string) => studio.listIds(userId, id, { q });
    expect(await find(ada.userId, "FERRY")).toEqual([ids[0], ids[1]]);
    expect(await find(ben.userId, "FERRY")).toEqual([ids[0]]);
    expect(await find(ben.userId, 'slow "night ferry"')).toEqual([ids[0]]);
    expect(await find(ben.userId, "ferry -slow")).toEqual([]);
    // No further than the name is shown.
    expect(await find(ada.userId, "lantern")).toEqual([ids[0]]);
    expect(await find(ben.userId, "lantern")).toEqual([]);
    expect(await studio.listIds(ben.userId, id, { generator: "music,image", q: "ferry" })).toEqual([ids[0]]);
    expect(await studio.listIds(ben.userId, id, { generator: "music" })).toEqual([]);
    expect(await find(ben.userId, "-slow")).toEqual(ids.slice(1));
  });

  it("show members what they are, without how their person marks them", async () => {
    const { id, ada, ben } = await studio.openProject();
    const read = async (userId: string) =>
      (await listProjectItems(studio.database, { userId, id }, listProjectItemsQuerySchema.parse({})))
        .items[0];
    expect(await read(ada.userId)).toMatchObject({ own: true, person: "Ada", rating: 4, tags: ["mine"] });
    expect(await read(ben.userId)).toMatchObject({
      own: false,
      person: "Ada",
      rating: 0,
      favourite: false,
      tags: [],
    });
  });

  it("are shown one by one to those who see the project, without how they were made or are marked", async () => {
    const { database } = studio;
    const { id, ids, ada, cleo, dan } = await studio.openProject();
    const [first, second] = ids as [string, string];
    const read = (userId: string, itemId = first) => getProjectItem(database, { userId, id, itemId });
    const seen = await read(cleo.userId);
    expect(seen).toMatchObject({
      id: first,
      own: false,
      person: "Ada",
      rating: 0,
      favourite: false,
      tags: [],
    });
    expect(seen).not.toHaveProperty("words");
    expect(await read(ada.userId)).toMatchObject({ own: true, rating: 4, tags: ["mine"] });
    const [outside] = await studio.addItems(ada.userId, 1);
    await expect(read(dan.userId)).rejects.toMatchObject({ code: "not-found" });
    await expect(read(cleo.userId, outside)).rejects.toMatchObject({ code: "not-found" });
    await expect(read(cleo.userId, randomUUID())).rejects.toMatchObject({ code: "not-found" });
    await changeItems({ database, clock: Date }, { author: ada, ids: [second], changes: { trashed: true } });
    await expect(read(cleo.userId, second)).rejects.toMatchObject({ code: "not-found" });
    await removeMember(database, { author: ada, id, memberId: cleo.userId });
    await expect(read(cleo.userId)).rejects.toMatchObject({ code: "not-found" });
  });

  it("are a filter of the library, which lists only one's own", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, dan } = await studio.openProject();
    const [own] = await studio.addItems(ben.userId, 1);
    await addProjectItems(database, { userId: ben.userId, id, ids: [own!] });
    const list = async (userId: string, query: object = {}) => {
      const page = await listItems(database, userId, listItemsQuerySchema.parse({ project: id, ...query }));
      return page.items.map((item) => item.id);
    };
    expect((await list(ada.userId)).toSorted()).toEqual(ids.toSorted());
    expect(await list(ada.userId, { kind: "audio" })).toEqual([]);
    expect(await list(ben.userId)).toEqual([own]);
    expect(await list(dan.userId)).toEqual([]);
  });
});
