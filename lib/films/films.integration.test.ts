import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FilmChange, openLiveHub } from "@/lib/live/live-hub.server";
import { deleteProject } from "@/lib/projects/change/change-project.server";
import { addProjectItems } from "@/lib/projects/change/project-items.server";
import { removeMember } from "@/lib/projects/change/project-members.server";
import { openProjectStudio, type ProjectStudio } from "@/lib/projects/testing/project-studio.server";
import { changeFilm, deleteFilm, handOverFilms } from "./change/change-film.server";
import { copyFilm, createFilm } from "./change/create-film.server";
import { getVersion, listVersions, nameVersion, restoreVersion } from "./change/film-versions.server";
import { saveFilm } from "./change/save-film.server";
import { type FilmDocument, makeFilm } from "./film-document";
import { createFilmBodySchema, listFilmsQuerySchema, listVersionsQuerySchema } from "./film-input";
import { maxFilms, maxNamedVersions } from "./film-limits";
import { getFilm, listFilms, openFilm } from "./read/read-films.server";
import { makeShot, makeVideoShot } from "./testing/make-shots";

let studio: ProjectStudio;
beforeAll(async () => {
  studio = await openProjectStudio();
});
afterAll(() => studio.drop());

const empty = makeFilm({ aspect: "16:9", frameRate: 24 });
const filmOf = (...names: string[]): FilmDocument => ({
  ...empty,
  shots: names.map((name) => makeShot({ name })),
});

const create = (userId: string, body: object = {}) =>
  createFilm(studio.database, userId, createFilmBodySchema.parse({ title: "Harbour", ...body }));
const save = (userId: string, id: string, version: number, document: FilmDocument, key = randomUUID()) =>
  saveFilm(studio.database, { userId, id }, { version, key, document });
const open = (userId: string, id: string) => openFilm(studio.database, { userId, id });
const list = (userId: string, query = {}) =>
  listFilms(studio.database, userId, listFilmsQuerySchema.parse(query));
const versions = async (userId: string, id: string) =>
  (await listVersions(studio.database, { userId, id }, listVersionsQuerySchema.parse({}))).versions;

describe("a film", () => {
  it("is created empty or with a document, and opened as it was saved", async () => {
    const { userId } = await studio.addPerson("Eve");
    const first = await create(userId, { aspect: "9:16", frameRate: 30 });
    expect(first).toMatchObject({ title: "Harbour", role: "owner", aspect: "9:16", shots: 0, version: 1 });
    const document = filmOf("One", "Two");
    const second = await create(userId, { document });
    expect(second).toMatchObject({ shots: 2, durationMs: 4_000, aspect: "16:9" });
    expect(await open(userId, second.id)).toMatchObject({ ...second, document, items: [], missing: [] });
  });

  it("is saved by one of two who edited the same version; the other one learns the newer", async () => {
    const { userId } = await studio.addPerson("Eve");
    const { id } = await create(userId);
    for (let version = 1; version < 6; version += 1) {
      const results = await Promise.allSettled([
        save(userId, id, version, filmOf("left", String(version))),
        save(userId, id, version, filmOf("right", String(version))),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const lost = results.find((result) => result.status === "rejected")!;
      expect(lost.reason).toMatchObject({ code: "film.changed", values: { version: version + 1 } });
    }
    expect((await versions(userId, id)).map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await open(userId, id)).version).toBe(6);
  });

  it("is saved once, however often a save is sent", async () => {
    const { userId } = await studio.addPerson("Eve");
    const { id } = await create(userId);
    const key = randomUUID();
    const one = filmOf("One");
    const results = await Promise.all(Array.from({ length: 4 }, () => save(userId, id, 1, one, key)));
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ version: 2 })));
    // Also after the next one.
    expect(await save(userId, id, 2, filmOf("Two"))).toEqual({ version: 3 });
    expect(await save(userId, id, 1, one, key)).toEqual({ version: 2 });
    expect((await open(userId, id)).document.shots[0]?.name).toBe("Two");
    for (const version of [1, 3]) {
      await expect(save(userId, id, version, filmOf("Three"), key)).rejects.toMatchObject({
        code: "input.idempotency-conflict",
      });
    }
    // What it holds already is no new version.
    const { document } = await open(userId, id);
    expect(await save(userId, id, 3, document)).toEqual({ version: 3 });
    expect(await save(userId, id, 1, document)).toEqual({ version: 3 });
    expect(await versions(userId, id)).toHaveLength(3);
  });

  it("has ten hours and 2,000 shots at most, and is saved whole", async () => {
    const { userId } = await studio.addPerson("Eve");
    const { id } = await create(userId);
    const shots = Array.from({ length: 2_000 }, (_none, index) =>
      makeVideoShot(randomUUID(), { name: `Shot ${index}`, frames: 18 * 24 }),
    );
    expect(await save(userId, id, 1, { ...empty, shots })).toEqual({ version: 2 });
    expect(await getFilm(studio.database, { userId, id })).toMatchObject({
      shots: 2_000,
      durationMs: 36_000_000,
    });
    const opened = await open(userId, id);
    expect(opened.document.shots).toEqual(shots);
    expect(opened.missing).toHaveLength(2_000);
    const captions = Array.from({ length: 3_500 }, () => ({
      id: randomUUID(),
      atMs: 0,
      lengthMs: 1,
      text: "字".repeat(500),
    }));
    await expect(save(userId, id, 2, { ...empty, shots, captions })).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "document", key: "film.too-large" }],
    });
  });

  it("stays when its items are deleted, and says which are missing", async () => {
    const { database } = studio;
    const { userId } = await studio.addPerson("Eve");
    const [kept, trashed, gone] = await studio.addItems(userId, 3, "video");
    const document = { ...empty, shots: [gone!, kept!, trashed!].map((itemId) => makeVideoShot(itemId)) };
    const { id } = await create(userId, { document });
    expect(await open(userId, id)).toMatchObject({ cover: { itemId: gone }, missing: [] });
    await database.item.update({ where: { id: trashed! }, data: { deletedAt: new Date() } });
    await database.item.delete({ where: { id: gone! } });
    const opened = await open(userId, id);
    expect(opened.document).toEqual(document);
    expect(opened.items.map((item) => item.id)).toEqual([kept]);
    expect(opened.missing).toEqual([
      { itemId: gone, why: "gone" },
      { itemId: trashed, why: "trash" },
    ]);
    expect(opened.cover).toBeNull();
  });

  it("of a newer version of the studio is neither shown wrongly nor lost", async () => {
    const { userId } = await studio.addPerson("Eve");
    const { id } = await create(userId);
    const document = { ...empty, format: 2, light: "dusk" };
    await studio.database.film.update({ where: { id }, data: { document } });
    await expect(open(userId, id)).rejects.toMatchObject({ code: "film.newer" });
    await expect(copyFilm(studio.database, { userId, id }, {})).rejects.toMatchObject({ code: "film.newer" });
    expect((await list(userId)).films).toHaveLength(1);
    expect(await studio.database.film.findUnique({ where: { id } })).toMatchObject({ document });
  });

  it("is renamed, copied, moved to trash, restored and deleted for good", async () => {
    const { database } = studio;
    const { userId, email } = await studio.addPerson("Eve");
    const { id } = await create(userId, { document: filmOf("One") });
    const target = { userId, id };
    expect(await changeFilm(database, target, { title: "Quay" })).toMatchObject({
      title: "Quay",
      version: 1,
    });
    const copy = await copyFilm(database, target, { title: "Quay, longer" });
    expect(copy).toMatchObject({ title: "Quay, longer", version: 1, shots: 1 });
    expect(copy.id).not.toBe(id);
    const author = { userId, email };
    await expect(deleteFilm(database, { author, id })).rejects.toMatchObject({ code: "film.not-in-trash" });
    await changeFilm(database, target, { trashed: true });
    expect((await list(userId)).films.map((film) => film.id)).toEqual([copy.id]);
    expect((await list(userId, { trashed: "true" })).films.map((film) => film.id)).toEqual([id]);
    await expect(save(userId, id, 1, filmOf("Two"))).rejects.toMatchObject({ code: "film.trashed" });
    await changeFilm(database, target, { trashed: false });
    expect(await save(userId, id, 1, filmOf("Two"))).toEqual({ version: 2 });
    await changeFilm(database, target, { trashed: true });
    await deleteFilm(database, { author, id });
    await expect(open(userId, id)).rejects.toMatchObject({ code: "not-found" });
    expect(await database.filmVersion.count({ where: { filmId: id } })).toBe(0);
    expect(await database.auditEvent.count({ where: { kind: "film-deleted", subject: id } })).toBe(1);
  });

  it("is one of 200 at most, also when they are created at once", async () => {
    const { userId } = await studio.addPerson("Eve");
    await studio.database.film.createMany({
      data: Array.from({ length: maxFilms - 2 }, () => ({
        userId,
        title: "Film",
        document: empty,
        documentHash: "",
        aspect: "16:9",
        shotCount: 0,
        durationMs: 0,
      })),
    });
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => create(userId)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(results.find((result) => result.status === "rejected")?.reason).toMatchObject({
      code: "film.too-many",
    });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(userId, { limit: "60", ...(cursor ? { cursor } : {}) });
      seen.push(...page.films.map((film) => film.id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(maxFilms);
    expect(seen).toHaveLength(maxFilms);
    await expect(list(userId, { cursor: "bm9uZQ" })).rejects.toMatchObject({ code: "input.invalid" });
  });
});

describe("the history of a film", () => {
  it("is listed, named and restored as a new version", async () => {
    const { database } = studio;
    const { userId } = await studio.addPerson("Eve");
    const { id } = await create(userId, { document: filmOf("One") });
    await save(userId, id, 1, filmOf("Two"));
    const target = { userId, id, number: 1 };
    expect(await nameVersion(database, target, { name: "First cut" })).toMatchObject({ name: "First cut" });
    expect(await versions(userId, id)).toMatchObject([
      { number: 2, name: null, savedBy: "Eve" },
      { number: 1, name: "First cut" },
    ]);
    await expect(restoreVersion(database, target, { version: 1, key: randomUUID() })).rejects.toMatchObject({
      code: "film.changed",
      values: { version: 2 },
    });
    expect(await restoreVersion(database, target, { version: 2, key: randomUUID() })).toEqual({ version: 3 });
    expect((await open(userId, id)).document.shots[0]?.name).toBe("One");
    expect((await getVersion(database, { ...target, number: 2 })).document.shots[0]?.name).toBe("Two");
    await expect(getVersion(database, { ...target, number: 9 })).rejects.toMatchObject({ code: "not-found" });
    await expect(nameVersion(database, { ...target, number: 9 }, { name: "x" })).rejects.toMatchObject({
      code: "not-found",
    });
    const page = await listVersions(database, { userId, id }, { limit: 2 });
    expect(page.nextCursor).toBe("2");
    const next = await listVersions(database, { userId, id }, { limit: 2, cursor: 2 });
    expect([...page.versions, ...next.versions].map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(next.nextCursor).toBeNull();
  });

  it("is thinned out by saving, without its named versions", async () => {
    const { database } = studio;
    const { userId } = await studio.addPerson("Eve");
    const { id } = await create(userId);
    for (let version = 1; version < 9; version += 1) await save(userId, id, version, filmOf(String(version)));
    await nameVersion(database, { userId, id, number: 3 }, { name: "Kept" });
    await database.filmVersion.updateMany({
      where: { filmId: id, number: { lte: 6 } },
      data: { savedAt: new Date("2026-01-01T12:00:00Z") },
    });
    await save(userId, id, 9, filmOf("9"));
    expect((await versions(userId, id)).map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 3]);
  });

  it("has 50 names at most", async () => {
    const { database } = studio;
    const { userId } = await studio.addPerson("Eve");
    const { id } = await create(userId);
    await database.filmVersion.createMany({
      data: Array.from({ length: maxNamedVersions }, (_none, index) => ({
        filmId: id,
        number: index + 2,
        document: empty,
        documentHash: "",
        bytes: 1,
        name: "Named",
      })),
    });
    const name = (number: number) => nameVersion(database, { userId, id, number }, { name: "One more" });
    await expect(name(1)).rejects.toMatchObject({ code: "film.too-many-names" });
    expect(await name(2)).toMatchObject({ name: "One more" });
  });
});

describe("a film in a project", () => {
  it("is seen by everybody in it, and edited by those who may add items", async () => {
    const { database } = studio;
    const { id: projectId, ada, ben, cleo, dan } = await studio.openProject();
    const { id } = await create(ben.userId, { projectId });
    const roles = await Promise.all(
      [ada, ben, cleo].map(async ({ userId }) => (await open(userId, id)).role),
    );
    expect(roles).toEqual(["work", "owner", "view"]);
    for (const { userId } of [ada, ben, cleo]) {
      expect((await list(userId, { projectId })).films.map((film) => film.id)).toEqual([id]);
    }
    expect(await save(ada.userId, id, 1, filmOf("Ada"))).toEqual({ version: 2 });
    await expect(save(cleo.userId, id, 2, filmOf("Cleo"))).rejects.toMatchObject({ code: "film.role" });
    expect(await changeFilm(database, { userId: ada.userId, id }, { title: "Ada's title" })).toMatchObject({
      title: "Ada's title",
      project: { id: projectId },
    });
    await expect(changeFilm(database, { userId: ada.userId, id }, { trashed: true })).rejects.toMatchObject({
      code: "film.role",
    });
    expect(await copyFilm(database, { userId: cleo.userId, id }, {})).toMatchObject({ project: null });
    expect(await copyFilm(database, { userId: ada.userId, id }, {})).toMatchObject({
      project: { id: projectId },
    });
    for (const use of [
      () => open(dan.userId, id),
      () => save(dan.userId, id, 2, filmOf("Dan")),
      () => versions(dan.userId, id),
      () => changeFilm(database, { userId: dan.userId, id }, { title: "Dan's" }),
      () => copyFilm(database, { userId: dan.userId, id }, {}),
      () => list(dan.userId, { projectId }),
      () => create(dan.userId, { projectId }),
    ]) {
      await expect(use()).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(create(cleo.userId, { projectId })).rejects.toMatchObject({ code: "project.role" });
  });

  it("shows others the items that are in the project, too", async () => {
    const { database } = studio;
    const { id: projectId, ids, ada, ben } = await studio.openProject();
    const [hidden] = await studio.addItems(ada.userId, 1, "video");
    const shots = [hidden!, ids[0]!].map((itemId) => makeVideoShot(itemId));
    const { id } = await create(ada.userId, { projectId, document: { ...empty, shots } });
    expect((await open(ada.userId, id)).missing).toEqual([]);
    expect(await open(ben.userId, id)).toMatchObject({
      cover: null,
      items: [{ id: ids[0] }],
      missing: [{ itemId: hidden, why: "gone" }],
    });
    await addProjectItems(database, { userId: ada.userId, id: projectId, ids: [hidden!] });
    expect((await open(ben.userId, id)).missing).toEqual([]);
  });

  it("leaves it with its person, by the project's owner, and when the project is deleted", async () => {
    const { database } = studio;
    const { id: projectId, ada, ben } = await studio.openProject();
    const first = await create(ben.userId, { projectId });
    const move = (userId: string, id: string, to: string | null) =>
      changeFilm(database, { userId, id }, { projectId: to });
    expect(await move(ada.userId, first.id, null)).toBeNull();
    expect(await open(ben.userId, first.id)).toMatchObject({ project: null });
    await expect(open(ada.userId, first.id)).rejects.toMatchObject({ code: "not-found" });
    expect(await move(ben.userId, first.id, projectId)).toMatchObject({ project: { id: projectId } });
    await removeMember(database, { author: ada, id: projectId, memberId: ben.userId });
    expect(await open(ben.userId, first.id)).toMatchObject({ project: null });
    await expect(move(ben.userId, first.id, projectId)).rejects.toMatchObject({ code: "not-found" });
    const second = await create(ada.userId, { projectId });
    await deleteProject(database, { author: ada, id: projectId });
    expect(await open(ada.userId, second.id)).toMatchObject({ project: null });
  });

  it("is passed on with an account, into projects of its heir", async () => {
    const { database } = studio;
    const { id: projectId, ada, ben, dan } = await studio.openProject();
    const [shared, own] = [await create(ben.userId, { projectId }), await create(ben.userId)];
    await handOverFilms(database, { from: ben.userId, to: ada.userId });
    expect(await open(ada.userId, shared.id)).toMatchObject({ role: "owner", project: { id: projectId } });
    await handOverFilms(database, { from: ada.userId, to: dan.userId });
    expect(await open(dan.userId, shared.id)).toMatchObject({ role: "owner", project: null });
    expect(await open(dan.userId, own.id)).toMatchObject({ role: "owner", version: 1 });
  });

  it("tells everybody who sees it, and whom it left", async () => {
    const { database } = studio;
    const { id: projectId, ada, ben, cleo, dan } = await studio.openProject();
    const hub = await openLiveHub(studio.url);
    const told: (FilmChange & { name: string })[] = [];
    let arrived = Promise.withResolvers<void>();
    for (const [name, { userId }] of Object.entries({ ada, ben, cleo, dan })) {
      hub.subscribe(userId, {
        onChange() {},
        onLineChange() {},
        onGap() {},
        onListChange: () => arrived.resolve(),
        onFilmChange: (change) => told.push({ name, ...change }),
      });
    }
    /** Whom a change tells; something else of Dan follows it, so that nothing can still arrive. */
    async function listTold(change: () => Promise<unknown>): Promise<string[]> {
      told.length = 0;
      await change();
      arrived = Promise.withResolvers<void>();
      const payload = JSON.stringify({ userId: dan.userId, list: "savedSearches" });
      await database.$executeRaw`SELECT pg_notify('reverie_lists', ${payload})`;
      await arrived.promise;
      return told.map(({ name, version }) => `${name} ${version}`).toSorted();
    }
    const { id } = await create(ben.userId);
    const move = (to: string | null) => changeFilm(database, { userId: ben.userId, id }, { projectId: to });
    const everybody = (version: number) => ["ada", "ben", "cleo"].map((name) => `${name} ${version}`);
    // Nothing of its creation can still arrive.
    await listTold(async () => {});
    expect(await listTold(() => move(projectId))).toEqual(everybody(1));
    expect(await listTold(() => save(ada.userId, id, 1, filmOf("One")))).toEqual(everybody(2));
    expect(await listTold(() => save(ada.userId, id, 1, filmOf("Lost")).catch(() => {}))).toEqual([]);
    expect(await listTold(() => move(null))).toEqual(everybody(2));
    expect(told[0]).toMatchObject({ id });
    const trash = () => changeFilm(database, { userId: ben.userId, id }, { trashed: true });
    expect(await listTold(trash)).toEqual(["ben 2"]);
    expect(await listTold(() => deleteFilm(database, { author: ben, id }))).toEqual(["ben null"]);
    await hub.close();
  });
});
