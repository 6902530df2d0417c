import { createHash } from "node:crypto";
import { StudioError } from "@/lib/errors/studio-error";
import { blobKey, BlobMissingError, type BlobStore, errorCode } from "@/lib/media/store/blob-store.server";
import type { NamedFile } from "./backup-folder";

/** A file that a row names but that is not there, or has other bytes or unreadable ones. */
export interface FileFault {
  sha256: string;
  fault: "missing" | "damaged";
}

/**
 * Copies the files that are not in the other store yet. A copy is stored only with the bytes that its digest names.
 *
 * A copy that is there already is kept if it has the right size and was last modified before `trustedUntil`. Any other
 * is read, and replaced if it is damaged.
 *
 * @param options.trustedUntil null to read every copy that is there
 */
export async function copyFiles(
  files: Iterable<NamedFile>,
  { from, to, trustedUntil }: { from: BlobStore; to: BlobStore; trustedUntil: Date | null },
): Promise<CopiedFiles> {
  const result: CopiedFiles = { copied: 0, copiedBytes: 0, replaced: 0, faults: [] };
  for (const file of files) {
    const copyFault = await inspectCopy(file, to, trustedUntil);
    if (copyFault === null) continue;
    const fault = await copyFile(file, { from, to });
    if (fault) result.faults.push({ sha256: file.sha256, fault });
    else {
      result.copied += 1;
      result.copiedBytes += file.bytes;
      if (copyFault === "damaged") result.replaced += 1;
    }
  }
  return result;
}

export interface CopiedFiles {
  copied: number;
  copiedBytes: number;
  /** Copies that replaced a damaged one. */
  replaced: number;
  /** Files that the first store lacks. */
  faults: FileFault[];
}

async function inspectCopy(
  file: NamedFile,
  store: BlobStore,
  trustedUntil: Date | null,
): Promise<FileFault["fault"] | null> {
  const copy = await store.stat(blobKey(file.sha256));
  if (!copy) return "missing";
  if (copy.bytes !== file.bytes) return "damaged";
  if (trustedUntil && copy.modifiedAt <= trustedUntil) return null;
  return compareFile(file, store);
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
    return toFault(error);
  } finally {
    await writer.discard();
  }
}

/** Compares every file with its row, byte by byte. */
export async function compareFiles(files: Iterable<NamedFile>, store: BlobStore): Promise<FileFault[]> {
  const faults: FileFault[] = [];
  for (const file of files) {
    const fault = await compareFile(file, store);
    if (fault) faults.push({ sha256: file.sha256, fault });
  }
  return faults;
}

async function compareFile(
  { sha256, bytes }: NamedFile,
  store: BlobStore,
): Promise<FileFault["fault"] | null> {
  try {
    const found = await digest(store, blobKey(sha256));
    return found.sha256 === sha256 && found.bytes === bytes ? null : "damaged";
  } catch (error) {
    return toFault(error);
  }
}

/** What a file has that can't be read. Throws any other error. */
function toFault(error: unknown): FileFault["fault"] {
  if (error instanceof BlobMissingError) return "missing";
  // A bad sector.
  if (errorCode(error instanceof StudioError ? error.cause : error) === "EIO") return "damaged";
  throw error;
}

async function digest(store: BlobStore, key: string): Promise<NamedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of await store.openRead(key)) {
    hash.update(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).byteLength;
  }
  return { sha256: hash.digest("hex"), bytes };
}
