import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { compareStore } from "@/lib/media/removal/compare-store.server";
import { listPrompts } from "@/lib/prompts/list-prompts.server";
import { importAccount } from "./import-account.server";
import { cutOffAt } from "./testing/cut-off-store";
import { correctManifest, readMembers, writeArchive } from "./testing/archives";
import { fillAccount } from "./testing/fill-account";
import { addGeneration, type ArchiveStudio, createArchiveStudio, exportTo, loseFile } from "./testing/studio";

describe("an import", () => {
  let source: ArchiveStudio;
  let target: ArchiveStudio;
  beforeEach(async () => {
    [source, target] = await Promise.all([createArchiveStudio(), createArchiveStudio("you@example.test")]);
  });
  afterEach(() => Promise.all([source.drop(), target.drop()]));

  const importInto = (
    studio: ArchiveStudio,
    file: string,
    changes: { store?: BlobStore; email?: string } = {},
  ) =>
    importAccount({
      databaseUrl: studio.test.url,
      store: studio.store,
      email: studio.email,
      file,
      ...changes,
    });

  /** Rows and files of an archive. The rest names the account. */
  async function readContents(file: string): Promise<Record<string, string>> {
    const members = await readMembers(file);
    return Object.fromEntries(
      [...members]
        .filter(([name]) => /^(rows|assets)\//.test(name))
        .map(([name, bytes]) => [name, bytes.toString("latin1")]),
    );
  }

  it("gives another studio the same rows and the same bytes", async () => {
    const { items } = await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    expect(await importInto(target, file)).toMatchObject({
      generations: 5,
      known: 0,
      files: 6,
      films: [{ isKnown: false }],
      lost: [],
    });
    const again = await exportTo(target, "b.zip");
    const [before, after] = [await readContents(file), await readContents(again.file)];
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    for (const name of Object.keys(before)) {
      if (name.startsWith("rows/")) expect([name, after[name]]).toEqual([name, before[name]]);
      else expect(after[name] === before[name]).toBe(true);
    }
    // What the library searches and counts is there, too.
    const item = await target.test.database.item.findUniqueOrThrow({ where: { id: items[0]!.id } });
    expect(item).toMatchObject({ ownText: "das erste\nkeep\n夜", userId: target.userId, width: 64 });
    const counts = await target.test.database.itemCount.aggregate({ _sum: { count: true } });
    expect(counts._sum.count).toBe(4);
    const prompts = await listPrompts(target.test.database, target.userId, { q: "dusk", limit: 40 });
    expect(prompts.prompts.map(({ text }) => text)).toEqual(["A lighthouse at dusk"]);
    const compared = await compareStore({ database: target.test.database, store: target.store });
    expect(compared).toMatchObject({ files: 6, unnamedCount: 0, missing: [] });
  });

  it("adds saved searches under names that are free, and finds projects under their new IDs", async () => {
    const { project } = await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    const { database } = target.test;
    const { id: strangerId } = await database.user.create({ data: { email: "s@example.test", name: "S" } });
    // Somebody else has the ID of the project, and the account the name of a search.
    await database.project.create({
      data: { id: project.id, userId: strangerId, title: "Theirs", colour: "teal" },
    });
    await database.savedSearch.create({
      data: { userId: target.userId, name: "BEST 夜", query: "kind=image", position: 1 },
    });
    await importInto(target, file);
    await importInto(target, file);
    const own = await database.project.findFirstOrThrow({ where: { userId: target.userId } });
    expect(own.id).not.toBe(project.id);
    const searches = await database.savedSearch.findMany({
      where: { userId: target.userId },
      orderBy: { name: "asc" },
    });
    expect(searches.map(({ name, query }) => [name, query])).toEqual([
      ["BEST 夜", "kind=image"],
      ["Of the album", `project=${own.id}`],
    ]);
  });

  it("adds presets under names that are free, with the files that they use", async () => {
    const { upload, preset } = await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    const { database } = target.test;
    const { userId } = target;
    const { id: strangerId } = await database.user.create({ data: { email: "s@example.test", name: "S" } });
    // Somebody else has the IDs of the preset and of its file, and the account a default.
    await database.preset.create({
      data: { id: preset.id, userId: strangerId, generator: "video", name: "Theirs", input: {} },
    });
    const {
      id,
      userId: _source,
      deletedAt,
      ...columns
    } = await source.test.database.asset.findUniqueOrThrow({
      where: { id: upload.id },
    });
    await database.asset.create({
      data: { ...columns, facts: columns.facts ?? {}, id, userId: strangerId, deletedAt },
    });
    await database.preset.create({
      data: { userId, generator: "video", name: "Mine", input: {}, isDefault: true },
    });
    await importInto(target, file);
    await importInto(target, file);
    const presets = await database.preset.findMany({
      where: { userId },
      orderBy: { name: "asc" },
      include: { assets: true },
    });
    expect(presets.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ["Dusk 黄昏", false],
      ["Mine", true],
    ]);
    const own = await database.asset.findFirstOrThrow({ where: { userId, sha256: upload.sha256 } });
    expect(own.id).not.toBe(upload.id);
    expect(presets[0]).toMatchObject({
      input: { prompt: "A dusk", first_frame_image: { assetId: own.id } },
      assets: [{ assetId: own.id }],
    });
  });

  it("adds snippets under names that are free, and leaves those of others", async () => {
    const { snippet } = await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    const { database } = target.test;
    const { userId } = target;
    const { id: strangerId } = await database.user.create({ data: { email: "s@example.test", name: "S" } });
    await database.snippet.create({
      data: { id: snippet.id, userId: strangerId, name: "Theirs", text: "theirs" },
    });
    await importInto(target, file);
    await importInto(target, file);
    const [own, ...others] = await database.snippet.findMany({ where: { userId } });
    const { name, text, fields } = snippet;
    expect(own).toMatchObject({ name, text, fields });
    expect(own!.id).not.toBe(snippet.id);
    expect(others).toEqual([]);
    await database.snippet.update({
      where: { id: own!.id },
      data: { id: randomUUID(), name: "STIL 夜", text: "mine" },
    });
    await importInto(target, file);
    expect(await database.snippet.findMany({ where: { userId } })).toMatchObject([{ text: "mine" }]);
  });

  it("adds webhooks disabled, without their secret", async () => {
    await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    expect((await readMembers(file)).get("rows/webhooks.jsonl")!.toString()).not.toContain("sealed");
    await importInto(target, file);
    const [webhook, ...others] = await target.test.database.webhook.findMany();
    expect(others).toEqual([]);
    expect(webhook).toMatchObject({
      userId: target.userId,
      name: "Bell 钟",
      url: "https://bell.example/hook?room=1",
      events: ["generation.succeeded", "batch.finished"],
      enabled: false,
      secret: null,
    });
  });

  it("reads an archive of a version without saved searches, presets, snippets, webhooks, films and dismissals", async () => {
    await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    const members = await readMembers(file);
    const generations = members.get("rows/generations.jsonl")!.toString();
    expect(generations).toMatch(/"dismissedAt": "/);
    members.set(
      "rows/generations.jsonl",
      Buffer.from(generations.replaceAll(/"(?:dismissedAt|batchId)": (?:null|"[^"]*"), /g, "")),
    );
    members.delete("rows/savedSearches.jsonl");
    members.delete("rows/presets.jsonl");
    members.delete("rows/snippets.jsonl");
    members.delete("rows/webhooks.jsonl");
    members.delete("rows/films.jsonl");
    members.delete("rows/filmVersions.jsonl");
    correctManifest(members);
    await writeArchive(file, members);
    expect(await importInto(target, file)).toMatchObject({ generations: 5 });
    expect(await target.test.database.savedSearch.count()).toBe(0);
    expect(await target.test.database.preset.count()).toBe(0);
    expect(await target.test.database.snippet.count()).toBe(0);
    expect(await target.test.database.webhook.count()).toBe(0);
    expect(await target.test.database.film.count()).toBe(0);
    expect(await target.test.database.generation.count({ where: { dismissedAt: { not: null } } })).toBe(0);
  });

  it("changes nothing when it is repeated", async () => {
    await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    await importInto(target, file);
    const first = await readContents((await exportTo(target, "b.zip")).file);
    expect(await importInto(target, file)).toMatchObject({
      generations: 0,
      known: 5,
      files: 0,
      films: [{ isKnown: true }],
    });
    expect(await readContents((await exportTo(target, "c.zip")).file)).toEqual(first);
    // Into the account it comes from, too.
    const own = await readContents((await exportTo(source, "d.zip")).file);
    expect(await importInto(source, file)).toMatchObject({ generations: 0, files: 0 });
    expect(await readContents((await exportTo(source, "e.zip")).file)).toEqual(own);
  });

  it("writes history that no worker takes up, under the keys of its requests", async () => {
    const { parent } = await fillAccount(source);
    await importInto(target, (await exportTo(source, "a.zip")).file);
    const rows = await target.test.database.generation.findMany({
      include: { attempts: true, outputs: true },
    });
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      expect(["succeeded", "failed", "unknown"]).toContain(row.state);
      expect(row).toMatchObject({
        operation: null,
        nextPollAt: null,
        taskConnection: null,
        rateBucket: null,
        waiting: null,
        connection: { profileId: "sandbox", baseUrl: "", scope: "imported", trusted: false },
      });
      for (const attempt of row.attempts)
        expect(attempt).toMatchObject({ state: "answered", rateBucket: null });
      for (const output of row.outputs) expect(output).toMatchObject({ state: "stored", sourceUrl: null });
    }
    expect(rows.map(({ idempotencyKey }) => idempotencyKey)).toContain(parent.idempotencyKey);
  });

  it("gives rows other IDs where another account has these, and follows them everywhere", async () => {
    const { upload, parent, child, items } = await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    const email = "second@example.test";
    const { database } = source.test;
    const second = await database.user.create({ data: { email, name: "Second" } });
    const own = await readContents(file);
    expect(await importInto(source, file, { email })).toMatchObject({ generations: 5, files: 6 });
    expect(await importInto(source, file, { email })).toMatchObject({
      generations: 0,
      known: 5,
      files: 0,
      lost: [],
    });

    const where = { userId: second.id };
    const mapped = await database.generation.findMany({
      where,
      orderBy: { id: "asc" },
      include: { inputs: true },
    });
    expect(mapped.map(({ id }) => id)).not.toContain(parent.id);
    const mappedChild = mapped.find(({ relation }) => relation === "vary")!;
    const mappedParent = mapped.find(({ title }) => title === parent.title)!;
    const mappedUpload = await database.asset.findFirstOrThrow({
      where: { ...where, fileName: upload.fileName! },
    });
    expect(mappedUpload.id).not.toBe(upload.id);
    expect(mappedChild.parentId).toBe(mappedParent.id);
    expect(mappedChild.input).toEqual({ prompt: "Again", first_frame_image: { assetId: mappedUpload.id } });
    expect(mappedChild.inputs).toMatchObject([{ assetId: mappedUpload.id }]);
    // In the same order, because lists are sorted by ID.
    expect(mapped.map(({ createdAt }) => createdAt)).toEqual(
      mapped.map(({ createdAt }) => createdAt).sort((a, b) => +a - +b),
    );
    const project = await database.project.findFirstOrThrow({ where, include: { items: true } });
    expect(project.items).toHaveLength(3);
    const mappedItems = await database.item.findMany({ where, orderBy: { id: "asc" } });
    expect(mappedItems).toHaveLength(4);
    expect(mappedItems.map(({ id }) => id)).toContain(project.coverItemId);
    expect(project.coverItemId).not.toBe(items[0]!.id);
    // The first account keeps what it had.
    expect(await readContents((await exportTo(source, "b.zip")).file)).toEqual(own);
    expect((await database.generation.findUniqueOrThrow({ where: { id: child.id } })).userId).toBe(
      source.userId,
    );
  });

  it("that is cut off writes whole generations only, and continues when it is repeated", async () => {
    await fillAccount(source);
    const { file } = await exportTo(source, "a.zip");
    const failing = cutOffAt(target.store, 5);
    await expect(importInto(target, file, { store: failing })).rejects.toThrow("cut off");
    const { database } = target.test;
    // The first generation has all of its three results, the second none yet.
    expect(await database.generation.count()).toBe(1);
    expect(await database.item.count()).toBe(3);
    expect(await database.asset.count()).toBe(3);
    const compared = await compareStore({ database, store: target.store });
    expect(compared).toMatchObject({ unnamedCount: 0, missing: [] });

    expect(await importInto(target, file)).toMatchObject({ generations: 4, known: 1 });
    expect(await readContents((await exportTo(target, "b.zip")).file)).toEqual(await readContents(file));
  });

  it("brings a later archive of the same account on top", async () => {
    await addGeneration(source, { title: "first", counts: { role: "image", blocked: 1 } });
    await addGeneration(source, { state: "running", title: "second" });
    await importInto(target, (await exportTo(source, "a.zip")).file);
    await source.test.database.generation.updateMany({ data: { state: "succeeded" } });
    const { file } = await exportTo(source, "b.zip");
    expect(await importInto(target, file)).toMatchObject({ generations: 1, known: 1, files: 1 });
    expect(await readContents((await exportTo(target, "c.zip")).file)).toEqual(await readContents(file));
  });

  it("leaves out and names what the studio had lost", async () => {
    await addGeneration(source, {}, ["image", "audio"]);
    const { sha256 } = await source.test.database.asset.findFirstOrThrow({ where: { kind: "audio" } });
    await loseFile(source, sha256);
    const { file } = await exportTo(source, "a.zip");
    expect(await importInto(target, file)).toMatchObject({
      generations: 1,
      known: 0,
      files: 1,
      lost: [sha256],
    });
    expect(await target.test.database.item.findMany()).toMatchObject([{ kind: "image" }]);
    expect(await target.test.database.output.count()).toBe(1);
  });

  it("keeps a generation that was deleted for good here deleted", async () => {
    await addGeneration(source);
    const { file } = await exportTo(source, "a.zip");
    await importInto(target, file);
    const { database } = target.test;
    await database.item.deleteMany();
    await database.output.deleteMany();
    await database.generation.updateMany({ data: { erasedAt: new Date(), input: {} } });
    expect(await importInto(target, file)).toMatchObject({ generations: 0, known: 1 });
    expect(await database.item.count()).toBe(0);
  });

  it("gives a request another key if the account has used its key", async () => {
    await addGeneration(source, { idempotencyKey: "the key" }, []);
    const mine = await addGeneration(target, { idempotencyKey: "the key" }, []);
    expect(await importInto(target, (await exportTo(source, "a.zip")).file)).toMatchObject({
      generations: 1,
    });
    const { database } = target.test;
    const found = await database.generation.findFirstOrThrow({ where: { idempotencyKey: "the key" } });
    expect(found.id).toBe(mine.id);
    expect(await database.generation.count()).toBe(2);
  });
});
