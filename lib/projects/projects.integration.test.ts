import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeItems } from "@/lib/items/change/change-items.server";
import { changeProject, createProject, deleteProject } from "./change/change-project.server";
import { addProjectItems } from "./change/project-items.server";
import { putMember } from "./change/project-members.server";
import { findCurrentProject, setCurrentProject } from "./current-project.server";
import { listProjectsQuerySchema } from "./project-input";
import { getProject, listProjects } from "./read/list-projects.server";
import { openProjectStudio, type ProjectStudio } from "./testing/project-studio.server";

let studio: ProjectStudio;
beforeAll(async () => {
  studio = await openProjectStudio();
});
afterAll(() => studio.drop());

describe("a project", () => {
  it("is changed under its version, and by its owner only", async () => {
    const { database } = studio;
    const { id, ada, ben, dan } = await studio.openProject();
    const target = { userId: ada.userId, id };
    const { version } = await getProject(database, target);
    const changed = await changeProject(database, target, {
      title: "Harbour lights",
      notes: "Dusk",
      version,
    });
    expect(changed).toMatchObject({ title: "Harbour lights", notes: "Dusk", role: "owner", people: 3 });
    const change = (userId: string, changes: object) => changeProject(database, { userId, id }, changes);
    await expect(change(ada.userId, { title: "Late", version })).rejects.toMatchObject({
      code: "project.changed",
    });
    await expect(change(ben.userId, { title: "Ben's" })).rejects.toMatchObject({ code: "project.role" });
    await expect(change(dan.userId, { title: "Dan's" })).rejects.toMatchObject({ code: "not-found" });
    expect(await getProject(database, target)).toMatchObject({ title: "Harbour lights" });
  });

  it("shows its first picture until one is chosen, and again once that one is away", async () => {
    const { database } = studio;
    const { id, ids, ada } = await studio.openProject();
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
    await expect(changeProject(database, target, { coverItemId: sound! })).rejects.toMatchObject({
      code: "project.item-gone",
    });
  });

  it("counts its items up to 1,000, and says where it has more", async () => {
    const { database } = studio;
    const { id, ada } = await studio.openProject();
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
    const { id, ids, ada, ben } = await studio.openProject();
    await expect(deleteProject(database, { author: ben, id })).rejects.toMatchObject({
      code: "project.role",
    });
    await deleteProject(database, { author: ada, id });
    await expect(getProject(database, { userId: ada.userId, id })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await database.item.count({ where: { id: { in: ids } } })).toBe(5);
  });

  it("is listed for its people, the last changed first, page by page", async () => {
    const { database } = studio;
    const { id, ada, ben, cleo, dan } = await studio.openProject();
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
    await expect(list(ada.userId, { cursor: "bm9uZQ" })).rejects.toMatchObject({ code: "input.invalid" });
  });
});

describe("the project of new results", () => {
  it("is one in which the person may work, and none once it is gone", async () => {
    const { database } = studio;
    const { id, ada, ben, cleo, dan } = await studio.openProject();
    const find = (userId: string) => findCurrentProject(userId, database);
    for (const { userId } of [ada, ben]) {
      expect(await find(userId)).toBeNull();
      await setCurrentProject(userId, id, database);
      expect(await find(userId)).toMatchObject({ id, title: "Harbour" });
    }
    await expect(setCurrentProject(cleo.userId, id, database)).rejects.toMatchObject({
      code: "project.role",
    });
    await expect(setCurrentProject(dan.userId, id, database)).rejects.toMatchObject({ code: "not-found" });
    await putMember(database, { author: ada, id, email: ben.email, role: "view" });
    expect(await find(ben.userId)).toBeNull();
    await setCurrentProject(ada.userId, null, database);
    expect(await find(ada.userId)).toBeNull();
    await setCurrentProject(ada.userId, id, database);
    await deleteProject(database, { author: ada, id });
    expect(await find(ada.userId)).toBeNull();
  });
});
