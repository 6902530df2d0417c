import { createHash } from "node:crypto";
import { blobKey, BlobMissingError, type BlobStore } from "@/lib/media/store/blob-store.server";
import type { NamedFile } from "./backup-folder";

/** A file that a row names but that is not there, or has other bytes. */
export interface FileFault {
  sha256: string;
  fault: "missing" | "damaged";
}

/** Copies the files that are not in the other store yet. A copy is stored only with the bytes that its digest names. */
export async function copyFiles(
  files: Iterable<NamedFile>,
  { from, to }: { from: BlobStore; to: BlobStore },
): Promise<{ copied: number; copiedBytes: number; faults: FileFault[] }> {
  const faults: FileFault[] = [];
  let copied = 0;
  let copiedBytes = 0;
  for (const file of files) {
    const key = blobKey(file.sha256);
    if ((await to.stat(key))?.bytes === file.bytes) continue;
    const fault = await copyFile(file, { from, to });
    if (fault) faults.push({ sha256: file.sha256, fault });
    else {
      copied += 1;
      copiedBytes += file.bytes;
    }
  }
  return { copied, copiedBytes, faults };
}

async function copyFile(
  { sha256 }: NamedFile,
  { from, to }: { from: BlobStore; to: BlobStore },
): Promise<FileFault["fault"] | null> {
  const key = blobKey(sha256);
  const writer = await to.createWriter();
  try {
    for await (const chunk of await from.openRead(key)) await writer.write(chunk as Uint8Array);
    if ((await writer.seal()).sha256 !== sha256) return "damaged";
    await writer.commit(key);
    return null;
  } catch (error) {
    if (error instanceof BlobMissingError) return "missing";
    throw error;
  } finally {
    await writer.discard();
  }
}

/** Compares every file with its row, byte by byte. */
export async function compareFiles(files: Iterable<NamedFile>, store: BlobStore): Promise<FileFault[]> {
  const faults: FileFault[] = [];
  for (const { sha256, bytes } of files) {
    const found = await digest(store, blobKey(sha256));
    if (found === null) faults.push({ sha256, fault: "missing" });
    else if (found.sha256 !== sha256 || found.bytes !== bytes) faults.push({ sha256, fault: "damaged" });
  }
  return faults;
}

async function digest(store: BlobStore, key: string): Promise<NamedFile | null> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of await store.openRead(key)) {
      hash.update(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).byteLength;
    }
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
  return { sha256: hash.digest("hex"), bytes };
}
