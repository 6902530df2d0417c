import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { readAssetBytes } from "../open-asset.server";
import { storeAsset } from "../store-asset.server";
import { blobKey, type BlobStore, derivedKey } from "../store/blob-store.server";
import { createDiskStore } from "../store/disk-store.server";
import { inChunks } from "../testing/sample-media";
import { compareStore } from "./compare-store.server";
import { removeUnusedFiles } from "./remove-unused-files.server";
import { findLastSweep, forgetInSweep, orphanDays, sweepStore } from "./sweep-store.server";

let test: TestDatabase;
let userId: string;
let root: string;
let store: BlobStore;
const dayMs = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  test = await createTestDatabase();
  userId = (await test.database.user.create({ data: { email: "ada@example.org", name: "Ada" } })).id;
});
afterAll(() => test.drop());
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-sweep-"));
  store = createDiskStore(root);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.database.blobCheck.deleteMany();
  await test.database.asset.deleteMany();
  await test.database.instanceSetting.deleteMany();
  await rm(root, { recursive: true, force: true });
});

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** A file without a row, which was modified so many days ago. */
async function plant(key: string, text: string, { daysOld = 2 } = {}): Promise<void> {
  const writer = await store.createWriter();
  await writer.write(Buffer.from(text));
  await writer.seal();
  await writer.commit(key);
  const at = new Date(Date.now() - daysOld * dayMs);
  await utimes(path.join(root, key), at, at);
}

const plantBlob = (text: string, options?: { daysOld: number }) =>
  plant(blobKey(digest(text)), text, options);

function put(text: string) {
  return storeAsset(
    { userId, origin: "upload", source: inChunks(Buffer.from(text)), maxBytes: 1_000 },
    { database: test.database, store },
  );
}

const sweep = () => sweepStore({ database: test.database, store });
const remove = () => removeUnusedFiles({ database: test.database, store });
/** Only the notes of sweeps: what is being stored stays held. */
const makeDue = () =>
  test.database.blobCheck.updateMany({
    where: { dueAt: { gt: new Date(Date.now() + 3 * dayMs) } },
    data: { dueAt: new Date(0) },
  });
const tomorrow = () => test.database.instanceSetting.deleteMany({ where: { key: "store-sweep" } });
const listNoted = async () =>
  (await test.database.blobCheck.findMany({ orderBy: { sha256: "asc" } })).map(({ sha256 }) => sha256);

describe("sweepStore", () => {
  it("notes files without a row, which are removed a week later", async () => {
    await put("A row names this.");
    await test.database.blobCheck.deleteMany();
    await plantBlob("No row names this.");
    await plant(derivedKey(digest("No row"), "w640.webp"), "Nor this.");
    const warn = vi.spyOn(getLogger(), "warn");
    expect(await sweep()).toMatchObject({ files: 2, orphans: 2, missing: 0 });
    const orphans = [digest("No row names this."), digest("No row")].sort();
    expect(await listNoted()).toEqual(orphans);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ orphans: 2, bytes: 27 });
    const [note] = await test.database.blobCheck.findMany();
    expect(note!.dueAt.getTime()).toBeGreaterThan(Date.now() + (orphanDays - 1) * dayMs);
    expect(await remove()).toBe(0);
    await makeDue();
    const info = vi.spyOn(getLogger(), "info");
    expect(await remove()).toBe(2);
    expect(info.mock.calls[0]?.[0]).toMatchObject({ files: 2, sha256s: expect.arrayContaining(orphans) });
    expect(await Array.fromAsync(store.list("derived/"))).toEqual([]);
    expect((await Array.fromAsync(store.list("blobs/"))).map(({ key }) => key)).toEqual([
      blobKey(digest("A row names this.")),
    ]);
  });

  it("leaves files that are young, held or not the studio's", async () => {
    await plantBlob("young", { daysOld: 0 });
    await put("held");
    await test.database.asset.deleteMany();
    await plant("blobs/ab/cd/notes.txt", "of somebody");
    expect(await sweep()).toMatchObject({ orphans: 0 });
    expect(await listNoted()).toEqual([digest("held")]);
  });

  it("keeps bytes that somebody stores after they were noted", async () => {
    await plantBlob("again");
    await sweep();
    const asset = await put("again");
    await makeDue();
    expect(await remove()).toBe(0);
    await expect(readAssetBytes(asset, 1_000, store)).resolves.toEqual(Buffer.from("again"));
  });

  it("loses nothing that is stored while it compares and removes", async () => {
    for (let round = 0; round < 10; round += 1) {
      const text = `round ${round}`;
      await plantBlob(text);
      const [, asset] = await Promise.all([sweep().then(makeDue).then(remove), put(text), remove()]);
      await expect(readAssetBytes(asset, 1_000, store)).resolves.toEqual(Buffer.from(text));
      await tomorrow();
    }
  });

  it("reports rows without a file and keeps them", async () => {
    const asset = await put("lost");
    await rm(path.join(root, blobKey(asset.sha256)));
    const error = vi.spyOn(getLogger(), "error");
    expect(await sweep()).toMatchObject({ files: 0, orphans: 0, missing: 1 });
    expect(error.mock.calls[0]?.[0]).toEqual({ missing: 1, sha256s: [asset.sha256] });
    expect(await test.database.asset.count()).toBe(1);
  });

  it("notes nothing if another database has used the storage", async () => {
    await plantBlob("of another studio");
    await plant(`owners/${randomUUID()}`, "");
    expect(await sweep()).toMatchObject({ orphans: 1 });
    expect(await listNoted()).toEqual([]);
  });

  it("notes nothing if most of many files have no row", async () => {
    for (let number = 0; number < 21; number += 1) await plantBlob(`old ${number}`);
    expect(await sweep()).toMatchObject({ files: 21, orphans: 21 });
    expect(await listNoted()).toEqual([]);
  });

  it("measures thumbnails and waveforms, also by person", async () => {
    const { sha256 } = await put("with a preview");
    await plant(derivedKey(sha256, "peaks.json"), "peaks", { daysOld: 0 });
    await plant(derivedKey(digest("nobody's"), "peaks.json"), "others", { daysOld: 0 });
    expect(await sweep()).toMatchObject({ bytes: 14, derivedBytes: 11, derivedByPerson: { [userId]: 5 } });
    await forgetInSweep(test.database, userId);
    expect(await findLastSweep(test.database)).toMatchObject({ derivedBytes: 11, derivedByPerson: {} });
  });

  it("compares once a day, and ends when the worker stops", async () => {
    expect(await sweepStore({ database: test.database, store, signal: AbortSignal.abort() })).toBeNull();
    await plantBlob("an orphan");
    expect(await sweep()).toMatchObject({ orphans: 1 });
    expect(await sweep()).toBeNull();
    await tomorrow();
    expect(await sweep()).toMatchObject({ orphans: 0 });
  });
});

it("compares without changing anything", async () => {
  await plantBlob("an orphan");
  expect(await compareStore({ database: test.database, store })).toEqual({
    files: 1,
    bytes: 9,
    derivedBytes: 0,
    derivedByPerson: new Map(),
    unnamed: [{ sha256: digest("an orphan"), bytes: 9 }],
    unnamedCount: 1,
    missing: [],
  });
  expect(await listNoted()).toEqual([]);
});
