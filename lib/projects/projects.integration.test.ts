import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeItems } from "@/lib/items/change/change-items.server";
import { listItemsQuerySchema } from "@/lib/items/list-items-query";
import { listItems } from "@/lib/items/read/list-items.server";
import { findVisibleAsset } from "@/lib/media/find-asset.server";
import { changeProject, createProject, deleteProject } from "./change/change-project.server";
import { addProjectItems, moveProjectItems, removeProjectItems } from "./change/project-items.server";
import { putMember, removeMember } from "./change/project-members.server";
import { findCurrentProject, setCurrentProject } from "./current-project.server";
import { listProjectItemsQuerySchema, listProjectsQuerySchema } from "./project-input";
import { listMembers } from "./read/list-members.server";
import { getProjectItem, listProjectItems } from "./read/list-project-items.server";
import { getProject, listProjects } from "./read/list-projects.server";
import { openProjectStudio, type ProjectStudio } from "./testing/project-studio.server";

let studio: ProjectStudio;
beforeAll(async () => {
  studio = await openProjectStudio();
});
afterAll(() => studio.drop());

const refusal = (code: string) => expect.objectContaining({ code }) as Error;

/** A project of Ada with five of her items, in which Ben works and Cleo looks on; Dan is not in it. */
async function openProject() {
  const [ada, ben, cleo, dan] = await Promise.all(["Ada", "Ben", "Cleo", "Dan"].map(studio.addPerson));
  const { database } = studio;
  const { id } = await createProject(database, ada!.userId, { title: "Harbour" });
  const ids = await studio.addItems(ada!.userId, 5);
  await addProjectItems(database, { userId: ada!.userId, id, ids });
  await putMember(database, { author: ada!, id, email: ben!.email, role: "work" });
  await putMember(database, { author: ada!, id, email: cleo!.email, role: "view" });
  return { id, ids, ada: ada!, ben: ben!, cleo: cleo!, dan: dan! };
}

async function listIds(userId: string, id: string, query: Record<string, string> = {}): Promise<string[]> {
  const page = await listProjectItems(
    studio.database,
    { userId, id },
    listProjectItemsQuerySchema.parse(query),
  );
  return page.items.map((item) => item.id);
}

describe("a project", () => {
  it("is changed under its version, and by its owner only", async () => {
    const { database } = studio;
    const { id, ada, ben, dan } = await openProject();
    const target = { userId: ada.userId, id };
    const { version } = await getProject(database, target);
    const changed = await changeProject(database, target, {
      title: "Harbour lights",
      notes: "Dusk",
      version,
    });
    expect(changed).toMatchObject({ title: "Harbour lights", notes: "Dusk", role: "owner", people: 3 });
    const change = (userId: string, changes: object) => changeProject(database, { userId, id }, changes);
    await expect(change(ada.userId, { title: "Late", version })).rejects.toEqual(refusal("project.changed"));
    await expect(change(ben.userId, { title: "Ben's" })).rejects.toEqual(refusal("project.role"));
    await expect(change(dan.userId, { title: "Dan's" })).rejects.toEqual(refusal("not-found"));
    expect(await getProject(database, target)).toMatchObject({ title: "Harbour lights" });
  });

  it("shows its first picture until one is chosen, and again once that one is away", async () => {
    const { database } = studio;
    const { id, ids, ada } = await openProject();
    const target = { userId: ada.userId, id };
    const [first, , third] = ids;
    const [sound] = await studio.addItems(ada.userId, 1, "audio");
    await addProjectItems(database, { ...target, ids: [sound!], before: first });
    const coverOf = async () => (await getProject(database, target)).cover;
    expect(await coverOf()).toMatchObject({ itemId: first, chosen: false });
    await changeProject(database, target, { coverItemId: third! });
    expect(await coverOf()).toMatchObject({ itemId: third, chosen: true });
    await changeItems({ database, clock: Date }, { author: ada, ids: [third!], changes: { trashed: true } });
    expect(await coverOf()).toMatchObject({ itemId: first, chosen: false });
    expect((await getProject(database, target)).counts).toEqual({
      image: 4,
      audio: 1,
      video: 0,
      exact: true,
    });
    await expect(changeProject(database, target, { coverItemId: sound! })).rejects.toEqual(
      refusal("project.item-gone"),
    );
  });

  it("counts its items up to 1,000, and says where it has more", async () => {
    const { database } = studio;
    const { id, ada } = await openProject();
    const target = { userId: ada.userId, id };
    const add = async (count: number, kind: "image" | "video") => {
      const ids = await studio.addItems(ada.userId, count, kind);
      await database.$executeRaw`
        INSERT INTO "ProjectItem" ("projectId", "itemId", "position")
        SELECT ${id}::uuid, each."id", 100 + each."number"
        FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS each("id", "number")`;
    };
    await add(995, "image");
    expect((await getProject(database, target)).counts).toEqual({
      image: 1_000,
      audio: 0,
      video: 0,
      exact: true,
    });
    await add(10, "video");
    const { counts } = await getProject(database, target);
    expect(counts.exact).toBe(false);
    expect(counts.image + counts.video).toBe(1_001);
  });

  it("leaves its items in the library when it is deleted", async () => {
    const { database } = studio;
    const { id, ids, ada, ben } = await openProject();
    await expect(deleteProject(database, { author: ben, id })).rejects.toEqual(refusal("project.role"));
    await deleteProject(database, { author: ada, id });
    await expect(getProject(database, { userId: ada.userId, id })).rejects.toEqual(refusal("not-found"));
    expect(await database.item.count({ where: { id: { in: ids } } })).toBe(5);
  });

  it("is listed for its people, the last changed first, page by page", async () => {
    const { database } = studio;
    const { id, ada, ben, cleo, dan } = await openProject();
    const { id: second } = await createProject(database, ada.userId, { title: "Second" });
    const list = async (userId: string, query = {}) => {
      const page = await listProjects(database, userId, listProjectsQuerySchema.parse(query));
      return { ids: page.projects.map((project) => project.id), nextCursor: page.nextCursor };
    };
    const page = await list(ada.userId, { limit: "1" });
    expect(page.ids).toEqual([second]);
    expect(await list(ada.userId, { limit: "1", cursor: page.nextCursor })).toEqual({
      ids: [id],
      nextCursor: null,
    });
    expect((await list(ben.userId, { role: "work" })).ids).toEqual([id]);
    expect((await list(cleo.userId)).ids).toEqual([id]);
    expect((await list(cleo.userId, { role: "work" })).ids).toEqual([]);
    expect((await list(dan.userId)).ids).toEqual([]);
    await expect(list(ada.userId, { cursor: "bm9uZQ" })).rejects.toEqual(refusal("input.invalid"));
  });
});

describe("the items of a project", () => {
  it("have an order of their own, which moves change", async () => {
    const { database } = studio;
    const { id, ids, ada } = await openProject();
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const move = (moved: string[], spot: object = {}) =>
      moveProjectItems(database, { userId: ada.userId, id, ids: moved, ...spot });
    const order = () => listIds(ada.userId, id);
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
    await expect(move([a], { before: a })).rejects.toEqual(refusal("input.invalid"));
    await expect(move([randomUUID()])).rejects.toEqual(refusal("project.item-gone"));
    await expect(move([a], { after: randomUUID() })).rejects.toEqual(refusal("project.item-gone"));
    expect(await order()).toEqual([b, a, c, e, d]);
  });

  it("are each in one place after many people move them at once", async () => {
    const { database } = studio;
    const { id, ids, ada, ben } = await openProject();
    const [first, ...others] = ids as [string, ...string[]];
    await Promise.all(
      [ada, ben, ada, ben].flatMap(({ userId }) =>
        others.map((each) => moveProjectItems(database, { userId, id, ids: [each], before: first })),
      ),
    );
    const order = await listIds(ada.userId, id);
    expect(order.toSorted()).toEqual(ids.toSorted());
    expect(order.at(-1)).toBe(first);
    const places = await database.projectItem.findMany({ where: { projectId: id } });
    expect(new Set(places.map(({ position }) => position)).size).toBe(5);
  });

  it("are read page by page in both directions, by kind, and without the trash", async () => {
    const { database } = studio;
    const { id, ids, ada } = await openProject();
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
    expect(await listIds(ada.userId, id, { kind: "audio" })).toEqual(sounds);
    await expect(listIds(ada.userId, id, { cursor: "bm9uZQ" })).rejects.toEqual(refusal("input.invalid"));
    const newest = await listProjectItems(
      database,
      target,
      listProjectItemsQuerySchema.parse({ sort: "newest", limit: "2" }),
    );
    await expect(listIds(ada.userId, id, { cursor: newest.nextCursor! })).rejects.toEqual(
      refusal("input.invalid"),
    );
  });

  it("are added by those who work in it, all or none, and are their own", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, cleo, dan } = await openProject();
    const [own, second] = await studio.addItems(ben.userId, 2);
    const add = (userId: string, added: string[]) => addProjectItems(database, { userId, id, ids: added });
    expect(await add(ben.userId, [own!, own!, ids[0]!])).toBe(1);
    expect(await add(ben.userId, [own!])).toBe(0);
    expect(await listIds(ada.userId, id)).toEqual([...ids, own]);
    const [another] = await studio.addItems(ada.userId, 1);
    await expect(add(ben.userId, [second!, another!])).rejects.toEqual(refusal("not-found"));
    await expect(add(ada.userId, [randomUUID()])).rejects.toEqual(refusal("not-found"));
    await expect(add(cleo.userId, [])).rejects.toEqual(refusal("project.role"));
    await expect(add(dan.userId, [])).rejects.toEqual(refusal("not-found"));
    expect(await listIds(ada.userId, id)).toEqual([...ids, own]);
  });

  it("are taken out by those who work in it, and stay in the library", async () => {
    const { database } = studio;
    const { id, ids, ben, cleo, dan, ada } = await openProject();
    const remove = (userId: string) => removeProjectItems(database, { userId, id, ids: [ids[0]!] });
    await expect(remove(cleo.userId)).rejects.toEqual(refusal("project.role"));
    await expect(remove(dan.userId)).rejects.toEqual(refusal("not-found"));
    expect(await remove(ben.userId)).toBe(1);
    expect(await remove(ben.userId)).toBe(0);
    expect(await listIds(ada.userId, id)).toEqual(ids.slice(1));
    expect(await database.item.count({ where: { id: ids[0]! } })).toBe(1);
  });

  it("leave when they are deleted, and may be in several projects", async () => {
    const { database } = studio;
    const { id, ids, ada } = await openProject();
    const other = await createProject(database, ada.userId, { title: "Other" });
    await addProjectItems(database, { userId: ada.userId, id: other.id, ids: [ids[0]!, ids[1]!] });
    expect(await listIds(ada.userId, id)).toEqual(ids);
    await database.item.delete({ where: { id: ids[0]! } });
    expect(await listIds(ada.userId, id)).toEqual(ids.slice(1));
    expect(await listIds(ada.userId, other.id)).toEqual([ids[1]]);
  });

  it("show members what they are, without how their person marks them", async () => {
    const { id, ada, ben } = await openProject();
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
    const { id, ids, ada, cleo, dan } = await openProject();
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
    await expect(read(dan.userId)).rejects.toEqual(refusal("not-found"));
    await expect(read(cleo.userId, outside)).rejects.toEqual(refusal("not-found"));
    await expect(read(cleo.userId, randomUUID())).rejects.toEqual(refusal("not-found"));
    await changeItems({ database, clock: Date }, { author: ada, ids: [second], changes: { trashed: true } });
    await expect(read(cleo.userId, second)).rejects.toEqual(refusal("not-found"));
    await removeMember(database, { author: ada, id, memberId: cleo.userId });
    await expect(read(cleo.userId)).rejects.toEqual(refusal("not-found"));
  });

  it("are a filter of the library, which lists only one's own", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, dan } = await openProject();
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

describe("the members of a project", () => {
  const findFile = async (userId: string, itemId: string) => {
    const { assetId } = await studio.database.item.findUniqueOrThrow({ where: { id: itemId } });
    return (await findVisibleAsset(assetId, userId, studio.database)) !== null;
  };

  it("see the files of its items, while both are in it and the item is not in the trash", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, cleo, dan } = await openProject();
    const [outside] = await studio.addItems(ada.userId, 1);
    const [first] = ids;
    // The five share a file.
    const others = ids.slice(1);
    const see = () => Promise.all([ada, ben, cleo, dan].map((person) => findFile(person.userId, first!)));
    expect(await see()).toEqual([true, true, true, false]);
    for (const { userId } of [ben, cleo, dan]) expect(await findFile(userId, outside!)).toBe(false);
    await changeItems({ database, clock: Date }, { author: ada, ids, changes: { trashed: true } });
    expect(await see()).toEqual([true, false, false, false]);
    await changeItems({ database, clock: Date }, { author: ada, ids, changes: { trashed: false } });
    await removeMember(database, { author: ada, id, memberId: cleo.userId });
    expect(await see()).toEqual([true, true, false, false]);
    await removeProjectItems(database, { userId: ada.userId, id, ids: others });
    expect(await see()).toEqual([true, true, false, false]);
    await removeProjectItems(database, { userId: ada.userId, id, ids: [first!] });
    expect(await see()).toEqual([true, false, false, false]);
  });

  it("are chosen by the owner, and leave with their items", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, cleo, dan } = await openProject();
    const put = (author: typeof ada, email: string) =>
      putMember(database, { author, id, email, role: "view" });
    await expect(put(ben, dan.email)).rejects.toEqual(refusal("project.role"));
    await expect(put(dan, dan.email)).rejects.toEqual(refusal("not-found"));
    await expect(put(ada, "nobody@example.test")).rejects.toEqual(refusal("input.invalid"));
    await expect(put(ada, ada.email)).rejects.toEqual(refusal("input.invalid"));
    const remove = (author: typeof ada, memberId: string) => removeMember(database, { author, id, memberId });
    await expect(remove(ben, cleo.userId)).rejects.toEqual(refusal("project.role"));
    await expect(remove(dan, cleo.userId)).rejects.toEqual(refusal("not-found"));
    const { people } = await listMembers(database, { userId: cleo.userId, id });
    expect(people.map(({ name, role, you }) => [name, role, you])).toEqual([
      ["Ada", "owner", false],
      ["Ben", "work", false],
      ["Cleo", "view", true],
    ]);
    const [own] = await studio.addItems(ben.userId, 1);
    await addProjectItems(database, { userId: ben.userId, id, ids: [own!] });
    expect(await findFile(ada.userId, own!)).toBe(true);
    await remove(ben, ben.userId);
    expect(await listIds(ada.userId, id)).toEqual(ids);
    expect(await findFile(ada.userId, own!)).toBe(false);
    await expect(listIds(ben.userId, id)).rejects.toEqual(refusal("not-found"));
    expect(await database.auditEvent.count({ where: { kind: "project-unshared", subject: ben.email } })).toBe(
      1,
    );
  });
});

describe("the project of new results", () => {
  it("is one in which the person may work, and none once it is gone", async () => {
    const { database } = studio;
    const { id, ada, ben, cleo, dan } = await openProject();
    const find = (userId: string) => findCurrentProject(userId, database);
    for (const { userId } of [ada, ben]) {
      expect(await find(userId)).toBeNull();
      await setCurrentProject(userId, id, database);
      expect(await find(userId)).toMatchObject({ id, title: "Harbour" });
    }
    await expect(setCurrentProject(cleo.userId, id, database)).rejects.toEqual(refusal("project.role"));
    await expect(setCurrentProject(dan.userId, id, database)).rejects.toEqual(refusal("not-found"));
    await putMember(database, { author: ada, id, email: ben.email, role: "view" });
    expect(await find(ben.userId)).toBeNull();
    await setCurrentProject(ada.userId, null, database);
    expect(await find(ada.userId)).toBeNull();
    await setCurrentProject(ada.userId, id, database);
    await deleteProject(database, { author: ada, id });
    expect(await find(ada.userId)).toBeNull();
  });
});
