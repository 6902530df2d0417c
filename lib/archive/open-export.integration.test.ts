import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkAssets, removeUnusedFiles } from "@/lib/media/removal/remove-unused-files.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { createWav, inChunks } from "@/lib/media/testing/sample-media";
import { manifestSchema } from "./archive-format.server";
import { openExport, requireNoExport } from "./open-export.server";
import { readMembers } from "./testing/archives";
import { addGeneration, type ArchiveStudio, createArchiveStudio } from "./testing/studio";

let studio: ArchiveStudio;
/** The files that an export has opened. */
let opened: Readable[];

beforeEach(async () => {
  studio = await createArchiveStudio();
  opened = [];
});
afterEach(() => studio.drop());

function start(options?: { stallMs: number }) {
  const store: BlobStore = {
    ...studio.store,
    async openRead(...given) {
      const file = await studio.store.openRead(...given);
      opened.push(file);
      return file;
    },
  };
  const exported = { databaseUrl: studio.test.url, store, email: studio.email, studio: "1.0.0" };
  return openExport(exported, options);
}

async function readArchive(stream: ReadableStream<Uint8Array>, before: readonly Uint8Array[] = []) {
  const file = path.join(studio.folder, "export.zip");
  await writeFile(file, Buffer.concat([...before, ...(await Array.fromAsync(stream))]));
  const members = await readMembers(file);
  return { members, manifest: manifestSchema.parse(JSON.parse(members.get("manifest.json")!.toString())) };
}

/** Nothing of an export is left: neither its place, nor held files, nor a connection. */
async function expectEnded(): Promise<void> {
  const { database } = studio.test;
  const countHeld = () => database.blobCheck.count({ where: { dueAt: { gt: new Date() } } });
  const look = async () => {
    requireNoExport(studio.email);
    return { connections: await countConnections(), held: await countHeld() };
  };
  await expect.poll(look).toEqual({ connections: 0, held: 0 });
}

async function countConnections(): Promise<number> {
  const [row] = await studio.test.database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::integer AS "count" FROM pg_stat_activity
    WHERE "application_name" = 'reverie-export' AND "datname" = current_database()`;
  return row.count;
}

/** Storing a file holds it for some minutes. */
const endHolds = () => studio.test.database.blobCheck.deleteMany();

/** Stores a file that is too large to be read at once. */
async function addLargeUpload(userId = studio.userId) {
  const source = inChunks(createWav(60));
  return storeAsset(
    { userId, origin: "upload", source, maxBytes: 1e8, fileName: "long.wav" },
    { database: studio.test.database, store: studio.store },
  );
}

describe("an export as a stream", () => {
  it("has thousands of items with their pages", async () => {
    const { id, userId } = await addGeneration(studio);
    const { assetId } = await studio.test.database.output.findFirstOrThrow();
    await studio.test.database.$executeRaw`
      INSERT INTO "Output" ("id", "generationId", "index", "role", "state", "assetId", "expectedKind")
      SELECT gen_random_uuid(), ${id}::uuid, n, 'image', 'stored', ${assetId}::uuid, 'image'
      FROM generate_series(1, 1999) n`;
    await studio.test.database.$executeRaw`
      INSERT INTO "Item" ("id", "userId", "generationId", "assetId", "kind", "generator", "model", "sandbox", "partial",
        "takeName", "searchText", "bytes", "mimeType", "createdAt")
      SELECT "id", ${userId}::uuid, ${id}::uuid, ${assetId}::uuid, 'image', 'image', 'image-01', true, false, 'n', 'n', 1,
        'image/png', now() FROM "Output" WHERE "index" > 0`;
    await endHolds();
    const { members, manifest } = await readArchive(await start());
    expect(manifest).toMatchObject({ rows: { items: { rows: 2_000 } }, assets: { count: 1 }, faults: [] });
    expect([...members.keys()].filter((name) => name.startsWith("pages/"))).toHaveLength(9);
    await expectEnded();
  });

  it("has the files that are deleted for good meanwhile, and others' files can be removed", async () => {
    const { database } = studio.test;
    for (let count = 0; count < 20; count += 1) await addGeneration(studio, {}, ["audio"]);
    const other = await database.user.create({ data: { email: "other@example.test", name: "Other" } });
    const othersFile = await addLargeUpload(other.id);
    await endHolds();
    const stream = await start();
    const reader = stream.getReader();
    const first = (await reader.read()).value!;
    reader.releaseLock();
    const own = await database.asset.findMany({ where: { userId: studio.userId } });
    await database.generation.deleteMany();
    await checkAssets(database, [...own.map(({ id }) => id), othersFile.id]);
    expect(await removeUnusedFiles({ database, store: studio.store })).toBe(1);
    const { members, manifest } = await readArchive(stream, [first]);
    expect(manifest).toMatchObject({
      rows: { generations: { rows: 20 } },
      assets: { count: 20 },
      faults: [],
    });
    expect([...members.keys()].filter((name) => name.startsWith("assets/"))).toHaveLength(20);
    await expectEnded();
    expect(await removeUnusedFiles({ database, store: studio.store })).toBe(20);
  });

  it("ends with everything it holds when its reader goes away", async () => {
    await addGeneration(studio);
    await addLargeUpload();
    await endHolds();
    const reader = (await start()).getReader();
    // Small files are read ahead.
    while (opened.length < 2) await reader.read();
    // The rows were read: the database need not keep them.
    expect(await countConnections()).toBe(0);
    await reader.cancel();
    await expectEnded();
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it("ends while rows are read, too", async () => {
    await addGeneration(studio);
    await endHolds();
    const reader = (await start()).getReader();
    await reader.read();
    expect(await countConnections()).toBe(1);
    await reader.cancel();
    await expectEnded();
    expect(opened).toEqual([]);
  });

  it("ends when nobody reads it any more", async () => {
    await addLargeUpload();
    await endHolds();
    const reader = (await start({ stallMs: 20 })).getReader();
    await reader.read();
    await expectEnded();
    await expect(reader.read()).rejects.toThrow("Nobody read the export any more");
  });

  it("is refused while another one of the same person is read", async () => {
    await addGeneration(studio);
    await endHolds();
    const stream = await start();
    await expect(async () => start()).rejects.toMatchObject({ code: "export.running" });
    await stream.cancel();
    await expectEnded();
    const { manifest } = await readArchive(await start());
    expect(manifest.assets.count).toBe(1);
    await expectEnded();
  });

  it("fails before its first byte for an unknown account, and is forgotten", async () => {
    const exported = { databaseUrl: studio.test.url, store: studio.store, studio: "1.0.0" };
    const email = "nobody@example.test";
    await expect(openExport({ ...exported, email })).rejects.toThrow("No account in this studio uses");
    requireNoExport(email);
  });
});
