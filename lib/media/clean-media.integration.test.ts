import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { cleanMedia } from "./clean-media.server";
import { storeAsset } from "./store-asset.server";
import { blobKey, derivedKey, type BlobStore } from "./store/blob-store.server";
import { createDiskStore } from "./store/disk-store.server";
import { drawPicture, inChunks } from "./testing/sample-media";
import { makeThumbnails } from "./thumbnails.server";

let test: TestDatabase;
let userId: string;
let root: string;
let store: BlobStore;

beforeAll(async () => {
  test = await createTestDatabase();
  userId = (await test.database.user.create({ data: { email: "ada@example.org", name: "Ada" } })).id;
});

afterAll(() => test.drop());

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-clean-"));
  store = createDiskStore(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function storePicture() {
  const source = inChunks(await drawPicture().png().toBuffer());
  const asset = await storeAsset(
    { userId, origin: "output", source, maxBytes: 1_000_000 },
    { database: test.database, store },
  );
  await makeThumbnails(asset, { store, widths: [160] });
  return { ...asset, key: blobKey(asset.sha256), thumbnail: derivedKey(asset.sha256, "w160.webp") };
}

async function makeOld(key: string): Promise<void> {
  const lastWeek = new Date(Date.now() - 7 * 86_400_000);
  await utimes(path.join(root, key), lastWeek, lastWeek);
}

describe("cleanMedia", () => {
  it("removes old blobs without an asset, with their thumbnails, and nothing else", async () => {
    const [kept, orphan, fresh] = [await storePicture(), await storePicture(), await storePicture()];
    await makeOld(kept.key);
    await makeOld(orphan.key);
    await test.database.asset.deleteMany({ where: { id: { in: [orphan.id, fresh.id] } } });

    await expect(cleanMedia({ database: test.database, store })).resolves.toEqual({ tempFiles: 0, blobs: 1 });

    for (const key of [kept.key, kept.thumbnail, fresh.key, fresh.thumbnail]) {
      await expect(store.stat(key)).resolves.not.toBeNull();
    }
    for (const key of [orphan.key, orphan.thumbnail]) await expect(store.stat(key)).resolves.toBeNull();
  });

  it("keeps an old blob of which a new asset was made meanwhile", async () => {
    const picture = await storePicture();
    await makeOld(picture.key);
    await test.database.asset.delete({ where: { id: picture.id } });
    // Between the look at the database and the removal, the same bytes are stored again.
    const racing: BlobStore = {
      ...store,
      async removeIfOlder(key, modifiedBefore) {
        const bytes = await Array.fromAsync((await store.openRead(key)) as AsyncIterable<Uint8Array>);
        await storeAsset(
          { userId, origin: "upload", source: inChunks(Buffer.concat(bytes)), maxBytes: 1_000_000 },
          { database: test.database, store },
        );
        return store.removeIfOlder(key, modifiedBefore);
      },
    };
    await expect(cleanMedia({ database: test.database, store: racing })).resolves.toMatchObject({ blobs: 0 });
    await expect(store.stat(picture.key)).resolves.not.toBeNull();
  });
});
