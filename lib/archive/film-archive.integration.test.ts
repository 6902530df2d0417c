import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { studioClock } from "@/lib/clock";
import { changeFilm, deleteFilm } from "@/lib/films/change/change-film.server";
import { openFilm } from "@/lib/films/read/read-films.server";
import { deleteItems } from "@/lib/generations/change/delete-items.server";
import { compareStore } from "@/lib/media/removal/compare-store.server";
import { importAccount } from "./import-account.server";
import { cutOffAt } from "./testing/cut-off-store";
import { readMembers } from "./testing/archives";
import { addFilmTo, addHarbour, download, filmOf, itemsOf, shownIn, upload } from "./testing/film-archives";
import {
  addGeneration,
  type ArchiveStudio,
  createArchiveStudio,
  exportTo,
  storeSample,
} from "./testing/studio";

let source: ArchiveStudio;
let target: ArchiveStudio;
beforeEach(async () => {
  [source, target] = await Promise.all([createArchiveStudio(), createArchiveStudio("you@example.test")]);
});
afterEach(() => Promise.all([source.drop(), target.drop()]));

describe("a film with its items", () => {
  it("comes into another studio, with what its items need and no more", async () => {
    const { id, awaited, unused } = await addHarbour(source);
    await addGeneration(source, { title: "Nothing of the film" });
    const file = await download(source, id);
    const names = [...(await readMembers(file)).keys()];
    expect(names.filter((name) => name.startsWith("assets/"))).toHaveLength(3);
    const everything = Buffer.concat([...(await readMembers(file)).values()]).toString("latin1");
    for (const left of ["Nothing of the film", unused, source.email, "secret-scope"])
      expect(everything).not.toContain(left);

    const { database } = target.test;
    const imported = await upload(target, file, target);
    expect(imported).toMatchObject({
      created: true,
      items: 1,
      missing: 0,
      film: { title: "Hafen 港", shots: 3 },
    });
    const film = await openFilm(database, { userId: target.userId, id: imported.film.id });
    // The open shot knows what it waits for without the rows of its film.
    const generations = await database.generation.findMany({
      orderBy: { id: "asc" },
      include: { inputs: true },
    });
    expect(generations.map(({ title }) => title)).toEqual(["Quay", "Gulls"]);
    const [take, gulls] = generations;
    expect(film.document.shots[1]!.content).toMatchObject({ generationId: gulls!.id });
    expect(film.document.captions[0]!.spoken).toBe(take!.id);
    expect(take!.inputs).toHaveLength(1);
    expect(take!.input).toMatchObject({ first_frame_image: { assetId: take!.inputs[0]!.assetId } });
    expect(gulls!.idempotencyKey).not.toBe(awaited.idempotencyKey);
    const compared = await compareStore({ database, store: target.store });
    expect(compared).toMatchObject({ files: 3, unnamedCount: 0, missing: [] });

    // Again, it is there.
    expect(await upload(target, file, target)).toEqual({ ...imported, created: false });
    expect(await database.generation.count()).toBe(2);
  });

  it("leaves room for the archive of the account that follows it", async () => {
    const { id } = await addHarbour(source);
    await upload(target, await download(source, id), target);
    const { file } = await exportTo(source, "account.zip");
    const { test, store, email } = target;
    expect(await importAccount({ databaseUrl: test.url, store, email, file })).toMatchObject({
      ...{ generations: 2, known: 0 },
      films: [{ id, isKnown: false }],
    });
    expect(await test.database.film.count()).toBe(2);
  });

  it("comes into a second account of the same studio, as files of its own", async () => {
    const { id, used } = await addHarbour(source);
    const { database } = source.test;
    const { id: userId } = await database.user.create({
      data: { email: "second@example.test", name: "Second" },
    });
    const { film } = await upload(source, await download(source, id), { userId });
    expect(film.id).not.toBe(id);
    const { document, missing } = await openFilm(database, { userId, id: film.id });
    expect(missing).toEqual([]);
    expect(shownIn(document)).not.toContain(used);
    expect(await database.item.findMany({ where: { id: { in: shownIn(document) } } })).toMatchObject([
      { userId },
    ]);
  });

  it("brings back what was deleted for good, under its IDs", async () => {
    const { id, take, used, unused } = await addHarbour(source);
    const file = await download(source, id);
    const { database } = source.test;
    const author = { userId: source.userId };
    const remove = (ids: string[]) =>
      deleteItems(
        { database, clock: studioClock },
        { ...author, author, ids, skipTrash: true, includeUsed: true },
      );
    // One of two results; then all, with what they were made from.
    await remove([used]);
    expect(await upload(source, file, author)).toMatchObject({ created: false, missing: 0, film: { id } });
    await remove([used, unused]);
    await changeFilm(database, { userId: source.userId, id }, { trashed: true });
    await deleteFilm(database, { author, id });
    expect(await database.generation.findUniqueOrThrow({ where: { id: take.id } })).toMatchObject({
      input: {},
    });
    const imported = await upload(source, file, author);
    expect(imported).toMatchObject({ created: true, items: 1, missing: 0 });
    expect(await itemsOf(source, take.id)).toEqual([used]);
    const restored = await database.generation.findUniqueOrThrow({
      where: { id: take.id },
      include: { inputs: true },
    });
    expect(restored).toMatchObject({ erasedAt: null, title: "Quay", idempotencyKey: take.idempotencyKey });
    expect(restored.inputs).toHaveLength(1);
  });

  it("has holes where items are in the trash", async () => {
    const { id: generationId } = await addGeneration(source, {}, ["image", "audio"]);
    const [kept, trashed] = await itemsOf(source, generationId);
    const id = await addFilmTo(source, filmOf(kept!, trashed!));
    await source.test.database.item.update({ where: { id: trashed! }, data: { deletedAt: new Date() } });
    const imported = await upload(target, await download(source, id), target);
    expect(imported).toMatchObject({ items: 1, missing: 1 });
    const film = await openFilm(target.test.database, { userId: target.userId, id: imported.film.id });
    expect(film.missing).toEqual([{ itemId: trashed, why: "gone" }]);
    expect(film.document.shots).toHaveLength(2);
  });

  it("has the files of others in its project, without their words, inputs and marks", async () => {
    const { database } = source.test;
    const owner = await database.user.create({ data: { email: "ada@example.test", name: "Ada" } });
    const ada = { ...source, userId: owner.id, email: owner.email };
    const input = await storeSample(ada, "image", "upload", "private-input.png");
    const theirs = await addGeneration(ada, {
      ...{
        input: { prompt: "private prompt" },
        searchText: "private text",
        notes: [{ path: "private-note" }],
      },
      ...{ title: "private title", facts: { traceId: "private-trace" }, usage: { characters: 77_777 } },
      ...{ idea: "private-idea", idempotencyKey: "private-key" },
    });
    await database.generationAsset.create({
      data: { generationId: theirs.id, assetId: input.id, field: "image" },
    });
    const [shared] = await itemsOf(ada, theirs.id);
    await database.item.update({
      where: { id: shared! },
      data: {
        title: "Shown name",
        tags: ["private-tag"],
        rating: 5,
        favourite: true,
        ownText: "private-tag",
      },
    });
    // The same bytes as one of the person's own.
    const mine = await addGeneration(source, {}, ["image", "image"]);
    const [own, other] = await itemsOf(source, mine.id);
    const project = await database.project.create({
      data: {
        ...{ userId: ada.userId, title: "Together", colour: "teal" },
        items: { create: [{ itemId: shared!, position: 1 }] },
        members: { create: { userId: source.userId, role: "work" } },
      },
    });
    const id = await addFilmTo(ada, filmOf(shared!, own!, other!), { projectId: project.id });
    const file = await download(source, id, source);
    const everything = Buffer.concat([...(await readMembers(file)).values()]).toString("latin1");
    expect(everything).toContain("Shown name");
    for (const secret of [/private/, /77777/, /ada@example/, /secret/])
      expect(everything).not.toMatch(secret);

    const imported = await upload(target, file, target);
    expect(imported).toMatchObject({ created: true, items: 3, missing: 0 });
    const items = await target.test.database.item.findMany({
      where: { takeName: "Shown name" },
      include: { generation: true },
    });
    expect(items).toMatchObject([
      { tags: [], rating: 0, favourite: false, generation: { input: {}, sandbox: true } },
    ]);
    // Into Ada's own account, her own item is the one.
    const { film } = await upload(source, file, ada);
    expect(film.id).toBe(id);
    expect(await itemsOf(ada, theirs.id)).toEqual([shared]);
  });

  it("continues where an import was cut off", async () => {
    const { id } = await addHarbour(source);
    const file = await download(source, id);
    const failing = cutOffAt(target.store, 3);
    await expect(upload(target, file, { ...target, with: failing })).rejects.toThrow("cut off");
    expect(await target.test.database.generation.count()).toBe(1);
    expect(await target.test.database.film.count()).toBe(0);
    expect(await upload(target, file, target)).toMatchObject({ created: true, items: 1, missing: 0 });
  });
});
