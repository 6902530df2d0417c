import { createReadStream } from "node:fs";
import { link, mkdir, open, opendir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import {
  BlobMissingError,
  type BlobListing,
  type BlobStat,
  type BlobStore,
  type BlobWriter,
  type ByteRange,
  asStorageFault,
  derivedFolder,
  errorCode,
} from "./blob-store.server";
import { removeIdleSpoolFiles, SpoolFile } from "./spool-file.server";

const readBufferBytes = 64 * 1024;

/** A store in a local folder. Its temporary folder is inside, so that renaming is atomic. */
export function createDiskStore(root: string): BlobStore {
  const tempFolder = path.join(root, "tmp");
  const resolve = (key: string) => path.join(root, ...key.split("/"));

  return {
    async createWriter() {
      return createDiskWriter(await SpoolFile.create(tempFolder), resolve);
    },

    async openRead(key, range, bufferBytes = readBufferBytes) {
      return openFile(key, resolve(key), { ...range, highWaterMark: bufferBytes });
    },

    async link(key, file) {
      try {
        await link(resolve(key), file);
      } catch (cause) {
        if (errorCode(cause) === "ENOENT") throw new BlobMissingError(key, { cause });
        throw cause;
      }
    },

    async stat(key) {
      return asStorageFault(() => statFile(resolve(key)));
    },

    async remove(key) {
      await asStorageFault(() => rm(resolve(key), { force: true }));
    },

    async removeDerived(sha256) {
      await asStorageFault(() => rm(resolve(derivedFolder(sha256)), { force: true, recursive: true }));
    },

    list: (prefix) => listFiles(root, prefix),

    async cleanTemp(idleSince) {
      return removeIdleSpoolFiles(tempFolder, idleSince);
    },
  };
}

function createDiskWriter(spool: SpoolFile, resolve: (key: string) => string): BlobWriter {
  let committed = false;
  return {
    path: spool.path,
    get bytes() {
      return spool.bytes;
    },
    write: (chunk) => spool.write(chunk),
    seal: () => spool.finish(),
    async commit(key) {
      await spool.sync();
      await asStorageFault(() => moveDurably(spool.path, resolve(key)));
      committed = true;
    },
    async discard() {
      if (!committed) await spool.remove();
    },
  };
}

/** Replaces an existing file, which has the same bytes. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  const firstCreated = await mkdir(folder, { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    await keepOpenTarget(error, from, to);
  }
  await syncFolder(folder);
  if (firstCreated) await syncCreatedFolders(firstCreated, folder);
}

/** Windows doesn't replace an open file. The same key has the same bytes, so the old file stays. */
async function keepOpenTarget(error: unknown, from: string, to: string): Promise<void> {
  const code = errorCode(error);
  if (process.platform !== "win32" || (code !== "EPERM" && code !== "EACCES" && code !== "EBUSY"))
    throw error;
  const [source, target] = await Promise.all([statFile(from), statFile(to)]);
  if (!source || source.bytes !== target?.bytes) throw error;
  const now = new Date();
  await utimes(to, now, now);
  await rm(from, { force: true });
}

/** A new folder is durable only once its parent folder is synced. */
async function syncCreatedFolders(firstCreated: string, deepest: string): Promise<void> {
  for (let folder = deepest; folder.length >= firstCreated.length; folder = path.dirname(folder)) {
    await syncFolder(path.dirname(folder));
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // Folders can't be opened on Windows; NTFS journals their entries.
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openFile(
  key: string,
  filePath: string,
  options: Partial<ByteRange> & { highWaterMark: number },
): Promise<Readable> {
  try {
    const handle = await open(filePath, "r");
    return createReadStream(filePath, { ...options, fd: handle });
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") throw new BlobMissingError(key, { cause });
    throw new StudioError("storage.failed", { cause });
  }
}

async function statFile(filePath: string): Promise<BlobStat | null> {
  try {
    const facts = await stat(filePath);
    return { bytes: facts.size, modifiedAt: facts.mtime };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function* listFiles(root: string, prefix: string): AsyncGenerator<BlobListing> {
  const folder = path.join(root, prefix);
  if (!(await statFile(folder))) return;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    const filePath = path.join(entry.parentPath, entry.name);
    const facts = await statFile(filePath);
    if (facts) yield { key: path.relative(root, filePath).split(path.sep).join("/"), ...facts };
  }
}
