import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { asStorageFault, errorCode } from "./storage-fault.server";

/** Small chunks are gathered up to this much before they are written: one system call for many frames. */
const flushBytes = 256 * 1024;

/**
 * A temporary file that is hashed while it is written. Memory stays under `flushBytes` plus one chunk, whatever the
 * size. Its modification time tells that it lives: see `removeIdleSpoolFiles`.
 */
export class SpoolFile {
  readonly path: string;
  #handle: FileHandle;
  #hash = createHash("sha256");
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #bytes = 0;
  #open = true;

  private constructor(filePath: string, handle: FileHandle) {
    this.path = filePath;
    this.#handle = handle;
  }

  static async create(folder: string): Promise<SpoolFile> {
    return asStorageFault(async () => {
      await mkdir(folder, { recursive: true });
      const filePath = path.join(folder, `${randomUUID()}.part`);
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
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.byteLength;
    if (this.#pendingBytes >= flushBytes) await this.#flush();
  }

  async #flush(): Promise<void> {
    const buffer = this.#pending.length === 1 ? this.#pending[0] : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    // writeFile on a handle goes on from the current position and, unlike write, never writes only a part.
    if (buffer) await asStorageFault(() => this.#handle.writeFile(buffer));
  }

  /** Writes the rest out and makes it readable under `path`; call `sync` before anything relies on it. */
  async finish(): Promise<{ sha256: string; bytes: number }> {
    await this.#flush();
    return { sha256: this.#hash.digest("hex"), bytes: this.#bytes };
  }

  /** Forces the bytes to the disk and closes the file. */
  async sync(): Promise<void> {
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

/**
 * Removes what killed processes left behind. A file somebody still writes is never touched: its modification time is
 * newer than `idleSince`, since every source of bytes has an idle timeout far below that.
 */
export async function removeIdleSpoolFiles(folder: string, idleSince: Date): Promise<number> {
  return asStorageFault(async () => {
    let removed = 0;
    for (const name of await listFolder(folder)) {
      const filePath = path.join(folder, name);
      const facts = await stat(filePath).catch(ignoreMissing);
      if (!facts?.isFile() || facts.mtime >= idleSince) continue;
      await rm(filePath, { force: true });
      removed += 1;
    }
    return removed;
  });
}

async function listFolder(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

/** Another process may remove a file between the listing and the look at it. */
function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}
