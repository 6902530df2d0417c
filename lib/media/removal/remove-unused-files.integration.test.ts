import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { requireDiskQuota } from "../disk-quota.server";
import { readAssetBytes } from "../open-asset.server";
import { storeAsset } from "../store-asset.server";
import { blobKey, type BlobStore, derivedKey } from "../store/blob-store.server";
import { createDiskStore } from "../store/disk-store.server";
import type { AssetOrigin, StoredAsset } from "../stored-asset";
import { drawPicture, inChunks } from "../testing/sample-media";
import { createThumbnails } from "../thumbnails.server";
import { checkAssets, removalLock, removeUnusedFiles } from "./remove-unused-files.server";

let test: TestDatabase;
let ada: string;
let ben: string;
let root: string;
let store: BlobStore;
const words = Buffer.from("The tide is turning.\n".repeat(200));

beforeAll(async () => {
  test = await createTestDatabase();
  const add = async (name: string) =>
    (await test.database.user.create({ data: { email: `${name}@example.org`, name } })).id;
  [ada, ben] = [await add("ada"), await add("ben")];
});
afterAll(() => test.drop());
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-removal-"));
  store = createDiskStore(root);
});
afterEach(async () => {
  await test.database.blobCheck.deleteMany();
  await test.database.generation.deleteMany();
  await test.database.asset.deleteMany();
  await rm(root, { recursive: true, force: true });
});

interface Put {
  origin?: AssetOrigin;
  to?: BlobStore;
  bytes?: Buffer;
}

function put(userId: string, { origin = "output", to = store, bytes = words }: Put = {}) {
  return storeAsset(
    { userId, origin, source: inChunks(bytes), maxBytes: 5_000_000 },
    { database: test.database, store: to },
  );
}

const endHolds = () => test.database.blobCheck.updateMany({ data: { dueAt: new Date(0) } });
const remove = (from = store) => removeUnusedFiles({ database: test.database, store: from });
const countAssets = () => test.database.asset.count();
const note = (...assets: StoredAsset[]) =>
  checkAssets(
    test.database,
    assets.map(({ id }) => id),
  );

/** How many wait for the lock of a digest. */
async function countWaiting(): Promise<number> {
  const rows = await test.database.$queryRaw<unknown[]>`
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
  return rows.length;
}

async function listFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe("removeUnusedFiles", () => {
  it("removes an asset, its bytes and its thumbnails, and gives the quota back", async () => {
    const picture = await drawPicture(800, 600).png().toBuffer();
    await test.database.user.update({ where: { id: ada }, data: { diskQuotaBytes: picture.length + 10 } });
    const asset = await put(ada, { bytes: picture });
    await createThumbnails(asset, { store });
    expect(await listFiles()).toHaveLength(3);
    await endHolds();
    await note(asset);
    expect(await requireDiskQuota(ada, test.database)).toBe(10);
    expect(await remove()).toBe(1);
    expect(await listFiles()).toEqual([]);
    expect(await countAssets()).toBe(0);
    expect(await requireDiskQuota(ada, test.database)).toBe(picture.length + 10);
    expect(await test.database.blobCheck.count()).toBe(0);
    await test.database.user.update({ where: { id: ada }, data: { diskQuotaBytes: null } });
  });

  it("keeps the bytes while another person has them", async () => {
    const [own, other] = [await put(ada), await put(ben)];
    await endHolds();
    await note(own);
    expect(await remove()).toBe(0);
    expect(await test.database.asset.findMany({ select: { id: true } })).toEqual([{ id: other.id }]);
    await expect(readAssetBytes(other, 5_000_000, store)).resolves.toEqual(words);
    await note(other);
    expect(await remove()).toBe(1);
    expect(await listFiles()).toEqual([]);
  });

  it("keeps an asset that a generation or an analysis uses, and removes it later", async () => {
    const asset = await put(ada);
    const { id } = await test.database.generation.create({
      data: {
        userId: ada,
        generator: "video",
        state: "succeeded",
        input: {},
        idempotencyKey: "k",
        inputHash: "h",
        model: "m",
        connection: {},
        inputs: { create: { assetId: asset.id, field: "first_frame_image" } },
      },
    });
    const analysis = await test.database.coverAnalysis.create({
      data: { userId: ada, scope: "s", assetId: asset.id, sha256: asset.sha256, state: "running" },
    });
    await endHolds();
    await note(asset);
    expect(await remove()).toBe(0);
    await test.database.generationAsset.deleteMany({ where: { generationId: id } });
    await note(asset);
    expect(await remove()).toBe(0);
    expect(await countAssets()).toBe(1);
    await test.database.coverAnalysis.update({ where: { id: analysis.id }, data: { state: "ready" } });
    // Nobody notes the end of an analysis: the note stays until the next day.
    await endHolds();
    expect(await remove()).toBe(1);
    expect(await countAssets()).toBe(0);
  });

  it("removes bytes whose process died after the commit of the rows", async () => {
    const asset = await put(ada);
    await endHolds();
    await note(asset);
    const dying: BlobStore = { ...store, remove: () => Promise.reject(new Error("killed")) };
    await expect(remove(dying)).rejects.toThrow("killed");
    expect(await countAssets()).toBe(0);
    expect(await store.stat(blobKey(asset.sha256))).not.toBeNull();
    expect(await remove()).toBe(1);
    expect(await listFiles()).toEqual([]);
  });

  it("removes bytes whose process died before it wrote their row", async () => {
    const asset = await put(ada);
    await test.database.asset.delete({ where: { id: asset.id } });
    expect(await remove()).toBe(0);
    await endHolds();
    expect(await remove()).toBe(1);
    expect(await listFiles()).toEqual([]);
  });

  it("removes what is noted in the same millisecond", async () => {
    const asset = await put(ada);
    await endHolds();
    for (let round = 0; round < 30; round += 1) {
      await test.database.$transaction(async (transaction) => {
        await checkAssets(transaction, [asset.id]);
        const held = await transaction.$queryRaw<unknown[]>`SELECT FROM "BlobCheck" WHERE "dueAt" > now()`;
        expect(held).toEqual([]);
      });
    }
    expect(await remove()).toBe(1);
  });

  it("keeps what has just been stored, until its output is written", async () => {
    const asset = await put(ada);
    await note(asset);
    expect(await remove()).toBe(0);
    expect(await countAssets()).toBe(1);
    const again = await put(ada);
    expect(again.id).toBe(asset.id);
  });

  it("lets bytes that are stored during their removal be stored after it", async () => {
    const asset = await put(ada);
    await endHolds();
    await note(asset);
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const slow: BlobStore = {
      ...store,
      async remove(key) {
        reached.resolve();
        await go.promise;
        await store.remove(key);
      },
    };
    const removing = remove(slow);
    await reached.promise;
    const storing = put(ben, { origin: "upload" });
    await expect.poll(countWaiting).toBe(1);
    go.resolve();
    expect(await removing).toBe(1);
    await expect(readAssetBytes(await storing, 5_000_000, store)).resolves.toEqual(words);
  });

  it("keeps bytes that were stored while the removal waited for its turn", async () => {
    const asset = await put(ada);
    await endHolds();
    await note(asset);
    const committing = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const slow: BlobStore = {
      ...store,
      async createWriter() {
        const writer = await store.createWriter();
        const commit = async (key: string) => {
          committing.resolve();
          await go.promise;
          await writer.commit(key);
        };
        return new Proxy(writer, {
          get: (target, name) => (name === "commit" ? commit : Reflect.get(target, name)),
        });
      },
    };
    const storing = put(ben, { to: slow });
    await committing.promise;
    expect(await remove()).toBe(0);
    go.resolve();
    await expect(readAssetBytes(await storing, 5_000_000, store)).resolves.toEqual(words);
  });

  it("loses no bytes when many store and remove the same ones", async () => {
    let removed = 0;
    for (let round = 0; round < 10; round += 1) {
      const first = await put(ada);
      await endHolds();
      await note(first);
      const [count, other] = await Promise.all([remove(), put(ben), remove()]);
      removed += count;
      await expect(readAssetBytes(other, 5_000_000, store)).resolves.toEqual(words);
      await endHolds();
      await note(other);
      removed += await remove();
      expect(await listFiles()).toEqual([]);
    }
    expect(removed).toBeGreaterThanOrEqual(10);
  });

  it("removes nothing while a backup copies files", async () => {
    const asset = await put(ada);
    await endHolds();
    await note(asset);
    await test.database.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${removalLock}, 0))`;
      expect(await remove()).toBe(0);
    });
    expect(await countAssets()).toBe(1);
    expect(await remove()).toBe(1);
  });

  it("removes many in batches", async () => {
    const assets = await Promise.all(
      Array.from({ length: 120 }, (_, index) => put(ada, { bytes: Buffer.from(`Text ${index}`) })),
    );
    await store.createWriter().then(async (writer) => {
      await writer.write(Buffer.from("peaks"));
      await writer.seal();
      await writer.commit(derivedKey(assets[0]!.sha256, "peaks.json"));
    });
    await endHolds();
    await note(...assets);
    expect(await remove()).toBe(120);
    expect(await listFiles()).toEqual([]);
  });
});
