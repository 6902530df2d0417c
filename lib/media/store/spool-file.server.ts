import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { asStorageFault, errorCode } from "./blob-store.server";

/** Tells the temporary files of this machine from those of others that share the folder. */
const hostTag = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const namePattern = /^([0-9a-f]{8})-(\d+)-/;
/** Versions before November 2026 also wrote empty files with the second one. */
const temporarySuffix = /\.(part|row)$/;

/** Buffers small chunks up to this size, to save system calls. */
const flushBytes = 256 * 1024;

/**
 * A temporary file, hashed while it is written with a fixed buffer of `flushBytes`. Its modification time shows
 * that it is in use: see `removeIdleSpoolFiles`.
 */
export class SpoolFile {
  readonly path: string;
  #handle: FileHandle;
  #hash = createHash("sha256");
  #buffered: Buffer | null = null;
  #bufferedBytes = 0;
  #bytes = 0;
  #open = true;

  private constructor(filePath: string, handle: FileHandle) {
    this.path = filePath;
    this.#handle = handle;
  }

  static async create(folder: string): Promise<SpoolFile> {
    return asStorageFault(async () => {
      await mkdir(folder, { recursive: true });
      const filePath = nameSpoolFile(folder);
      return new SpoolFile(filePath, await open(filePath, "wx", 0o600));
    });
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.byteLength === 0) return;
    this.#hash.update(chunk);
    this.#bytes += chunk.byteLength;
    if (this.#bufferedBytes + chunk.byteLength > flushBytes) await this.#flush();
    if (chunk.byteLength >= flushBytes) return this.#append(chunk);
    this.#buffered ??= Buffer.allocUnsafeSlow(flushBytes);
    this.#buffered.set(chunk, this.#bufferedBytes);
    this.#bufferedBytes += chunk.byteLength;
  }

  async #flush(): Promise<void> {
    if (!this.#buffered || this.#bufferedBytes === 0) return;
    const bytes = this.#buffered.subarray(0, this.#bufferedBytes);
    this.#bufferedBytes = 0;
    await this.#append(bytes);
  }

  /** writeFile on a handle continues at the current position and, unlike write, never writes partially. */
  async #append(bytes: Uint8Array): Promise<void> {
    await asStorageFault(() => this.#handle.writeFile(bytes));
  }

  /** Flushes, so that the file can be read at `path`. Call `sync` before relying on it after a crash. */
  async finish(): Promise<{ sha256: string; bytes: number }> {
    await this.#flush();
    return { sha256: this.#hash.digest("hex"), bytes: this.#bytes };
  }

  /** Syncs to disk and closes the file. Does nothing once that is done. */
  async sync(): Promise<void> {
    if (!this.#open) return;
    await asStorageFault(() => this.#handle.sync());
    await this.close();
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await asStorageFault(() => this.#handle.close());
  }

  async remove(): Promise<void> {
    await this.close();
    await asStorageFault(() => rm(this.path, { force: true }));
  }
}

/** A temporary file for reading and writing that has no name any more: the system frees it when it is closed. */
export async function openUnnamedFile(folder: string): Promise<FileHandle> {
  return asStorageFault(async () => {
    await mkdir(folder, { recursive: true });
    const filePath = nameSpoolFile(folder);
    const handle = await open(filePath, "wx+", 0o600);
    await rm(filePath, { force: true });
    return handle;
  });
}

function nameSpoolFile(folder: string): string {
  return path.join(folder, `${hostTag}-${process.pid}-${randomUUID()}.part`);
}

/**
 * Removes the temporary files of killed processes. A process of this machine is known to be gone; of any other one, files in
 * use are newer than `idleSince`, because every source has an idle timeout far below that. Returns how many.
 */
export async function removeIdleSpoolFiles(folder: string, idleSince: Date): Promise<number> {
  return asStorageFault(async () => {
    let removed = 0;
    for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
      if (!temporarySuffix.test(name)) continue;
      const file = path.join(folder, name);
      const facts = await stat(file).catch(ignoreMissing);
      if (!facts?.isFile() || !(facts.mtime < idleSince || isOrphan(name, facts.mtimeMs))) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  });
}

/** Whether the process that wrote the file has ended. */
function isOrphan(name: string, modifiedMs: number): boolean {
  const [, host, pid] = namePattern.exec(name) ?? [];
  if (host !== hostTag) return false;
  // An earlier process may have had the same number, for example in a container that was restarted.
  if (Number(pid) === process.pid) return modifiedMs < Date.now() - process.uptime() * 1_000;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // The process of another user is alive, too.
    return errorCode(error) !== "EPERM";
  }
}

/** Another process may remove a file after it was listed. */
function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}
