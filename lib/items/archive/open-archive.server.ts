import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { Database } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { blobKey, type BlobStore } from "@/lib/media/store/blob-store.server";
import { streamZip, type ZipEntry, type ZipStream } from "@/lib/media/zip.server";
import { type ManifestEntry, measureManifest, writeManifest } from "./archive-manifest.server";
import { type ArchivedItem, readArchivedItems } from "./find-archived-items.server";

const manifestName = "manifest.json";
const checksAtOnce = 16;
/** How often a file is opened again where reading it stopped. */
const maxReopenings = 1;
/** Pieces are garbage until they are collected: with 64 KiB each, that is 30 MB more. */
const readBufferBytes = 16 * 1024;
const zeros = new Uint8Array(64 * 1024);

/**
 * The files of items as one ZIP stream of known length. Files that are missing or have another size are left out. A file
 * that turns out to be unreadable or damaged while it is read must keep its length, so its rest is zeros. The manifest is
 * the last entry and names both, so a broken item never ends the rest.
 */
export async function openArchive(
  { database, store }: { database: Database; store: BlobStore },
  { userId, itemIds }: { userId: string; itemIds: readonly string[] },
): Promise<ZipStream> {
  const items = await readArchivedItems(database, { userId, itemIds });
  const limit = pLimit(checksAtOnce);
  const manifest = await Promise.all(
    items.map((item, index) => limit(() => checkItem(store, itemIds[index]!, item))),
  );
  const files = manifest.flatMap((entry): ZipEntry[] => {
    const { item, error } = entry;
    if (!item || error) return [];
    return [
      {
        name: item.fileName,
        bytes: item.bytes,
        lastModified: new Date(item.createdAt),
        open: () => Promise.resolve(readToItsLength(store, item, entry)),
      },
    ];
  });
  const bytes = await measureManifest(database, manifest);
  return streamZip([
    ...files,
    {
      name: manifestName,
      bytes,
      lastModified: new Date(),
      open: () => Promise.resolve(writeManifest(database, manifest, bytes)),
    },
  ]);
}

async function checkItem(store: BlobStore, id: string, item: ArchivedItem | null): Promise<ManifestEntry> {
  if (!item) return { id, item, error: "deleted" };
  const stat = await store.stat(blobKey(item.sha256));
  if (stat?.bytes === item.bytes) return { id, item, error: null };
  const error = stat ? "wrong-size" : "missing";
  getLogger().warn({ itemId: id, sha256: item.sha256, error }, "A file was left out of an archive");
  return { id, item, error };
}

/** Reads a file, notes in `entry` what is wrong with it, and has its stored length in any case. */
async function* readToItsLength(
  store: BlobStore,
  { sha256, bytes }: ArchivedItem,
  entry: ManifestEntry,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let read = 0;
  for (let opened = 0; read < bytes && opened <= maxReopenings; opened += 1) {
    try {
      const range = { start: read, end: bytes - 1 };
      const source = await store.openRead(blobKey(sha256), range, readBufferBytes);
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        read += chunk.length;
        yield chunk;
      }
    } catch (err) {
      getLogger().warn({ err, itemId: entry.id, sha256, read }, "A file of an archive could not be read");
    }
  }
  if (read < bytes) entry.error = "unreadable";
  else if (hash.digest("hex") !== sha256) entry.error = "damaged";
  for (let left = bytes - read; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
}
