import { mkdtemp, open, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { storeItem } from "@/lib/items/change/store-item.server";
import { blobKey, type BlobStore } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createWav, drawPicture } from "@/lib/media/testing/sample-media";
import type { Prisma } from "@/lib/db/database.server";
import { exportAccount } from "../export-account.server";
import type { Manifest } from "../archive-format.server";

/** A studio with one account for tests of archives. */
export interface ArchiveStudio {
  test: TestDatabase;
  store: BlobStore;
  folder: string;
  userId: string;
  email: string;
  drop(): Promise<void>;
}

export async function createArchiveStudio(email = "me@example.test"): Promise<ArchiveStudio> {
  const folder = await mkdtemp(path.join(tmpdir(), "reverie-archive-"));
  const test = await createTestDatabase();
  const { id: userId } = await test.database.user.create({ data: { email, name: "Ich <我> & Co" } });
  return {
    test,
    store: createDiskStore(path.join(folder, "media")),
    folder,
    userId,
    email,
    async drop() {
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Exports the account into a file of the studio's folder. */
export async function exportTo(
  studio: ArchiveStudio,
  name: string,
): Promise<{ file: string; manifest: Manifest }> {
  const file = path.join(studio.folder, name);
  const handle = await open(file, "w");
  try {
    const manifest = await exportAccount(
      { databaseUrl: studio.test.url, store: studio.store, email: studio.email, studio: "1.0.0" },
      async (bytes) => {
        for await (const chunk of bytes) await handle.write(chunk);
      },
    );
    return { file, manifest };
  } finally {
    await handle.close();
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

export async function storeSample(
  { test, store, userId }: ArchiveStudio,
  kind: "image" | "audio",
  origin: "output" | "upload",
  fileName?: string,
) {
  const bytes =
    kind === "image"
      ? await drawPicture().png().toBuffer()
      : Buffer.concat([
          createWav(0.2).subarray(0, 44),
          Buffer.from(randomUUID().repeat(100)).subarray(0, 3_200),
        ]);
  return storeAsset(
    { userId, origin, source: once(bytes), maxBytes: 10_000_000, ...(fileName ? { fileName } : {}) },
    { database: test.database, store },
  );
}

/** A generation as the studio leaves it when it has ended, with one stored item for each kind. */
export async function addGeneration(
  studio: ArchiveStudio,
  changes: Partial<Prisma.GenerationUncheckedCreateInput> = {},
  kinds: readonly ("image" | "audio")[] = ["image"],
) {
  const { database } = studio.test;
  const generation = await database.generation.create({
    data: {
      userId: studio.userId,
      generator: "image",
      state: "succeeded",
      input: { model: "image-01", prompt: "A lighthouse at dusk" },
      searchText: "A lighthouse at dusk",
      idempotencyKey: randomUUID(),
      inputHash: randomUUID(),
      model: "image-01",
      connection: {
        profileId: "sandbox",
        baseUrl: "http://10.0.0.7:9000",
        scope: "secret-scope",
        trusted: true,
      },
      sandbox: true,
      rateBucket: "bucket",
      operation: { taskId: "task" },
      taskConnection: "sealed-connection",
      facts: { traceId: "trace", extra_info: { steps: 3 } },
      usage: { characters: 12 },
      startedAt: new Date(),
      finishedAt: new Date(),
      attempts: {
        create: { number: 1, state: "answered", rateBucket: "bucket", address: "http://10.0.0.7:9000" },
      },
      ...changes,
    },
  });
  for (const [index, kind] of kinds.entries()) {
    const asset = await storeSample(studio, kind, "output");
    await database.output.create({
      data: {
        generationId: generation.id,
        index,
        role: kind,
        state: "stored",
        assetId: asset.id,
        expectedKind: kind,
        sourceUrl: "https://signed.example.test/secret-link",
        facts: { group: "a", more: { seed: 7 } },
        storedAt: new Date(),
      },
    });
    await database.$transaction((transaction) =>
      storeItem(
        transaction,
        { generationId: generation.id, role: kind, index },
        { name: "A lighthouse at dusk", searchText: "A lighthouse at dusk" },
      ),
    );
  }
  return generation;
}

/** Removes the bytes of a digest, as a broken disk does. */
export const loseFile = (studio: ArchiveStudio, sha256: string) => studio.store.remove(blobKey(sha256));
