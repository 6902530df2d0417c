import { getDatabase, type Queryable } from "@/lib/db/database.server";
import { removeThumbnails } from "./thumbnails.server";
import type { BlobStore } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";

/** Far above any idle timeout of a source, so that a temporary file this old has lost its writer. */
const idleTempMs = 60 * 60 * 1000;
/** A blob comes before its row; this is far more than the moment between the two. */
const orphanAgeMs = 24 * 60 * 60 * 1000;
const batchSize = 500;

export interface CleanMediaResult {
  tempFiles: number;
  blobs: number;
}

/**
 * Removes what killed processes and deleted assets left behind: temporary files nobody writes to, and blobs older than
 * a day to which no asset refers. For the start of a worker; safe while other processes store and read.
 */
export async function cleanMedia({
  database = getDatabase(),
  store,
  now = Date.now(),
}: { database?: Queryable; store?: BlobStore; now?: number } = {}): Promise<CleanMediaResult> {
  const blobStore = store ?? (await getBlobStore());
  const tempFiles = await blobStore.cleanTemp(new Date(now - idleTempMs));
  const modifiedBefore = new Date(now - orphanAgeMs);
  let blobs = 0;
  for await (const key of listOrphans(blobStore, database, modifiedBefore)) {
    if (!(await blobStore.removeIfOlder(key, modifiedBefore))) continue;
    await removeThumbnails(sha256Of(key), blobStore);
    blobs += 1;
  }
  return { tempFiles, blobs };
}

/** Keys of blobs last written before the given moment to which no asset refers. */
export async function* listOrphans(
  store: BlobStore,
  database: Queryable,
  modifiedBefore: Date,
): AsyncGenerator<string> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of store.list("blobs/")) {
    if (modifiedAt >= modifiedBefore) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    yield* await withoutAsset(batch, database);
    batch = [];
  }
  yield* await withoutAsset(batch, database);
}

async function withoutAsset(keys: string[], database: Queryable): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await database.asset.findMany({
    where: { sha256: { in: keys.map(sha256Of) } },
    select: { sha256: true },
    distinct: ["sha256"],
  });
  const used = new Set(rows.map(({ sha256 }) => sha256));
  return keys.filter((key) => !used.has(sha256Of(key)));
}

function sha256Of(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}
