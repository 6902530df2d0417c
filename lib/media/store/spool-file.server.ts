import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { asStorageFault, errorCode } from "./blob-store.server";

/** Small chunks are gathered up to this much before they are written: one system call for many frames. */
const flushBytes = 256 * 1024;

/**
 * A temporary file that is hashed while it is written. It needs `flushBytes` of memory, the same ones to the end,
 * whatever the size. Its modification time tells that it lives: see `removeIdleSpoolFiles`.
 */
export class SpoolFile {
  readonly path: string;
  #handle: FileHandle;
  #hash = createHash("sha256");
  #gathered: Buffer | null = null;
  #gatheredBytes = 0;
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
    if (this.#gatheredBytes + chunk.byteLength > flushBytes) await this.#flush();
    if (chunk.byteLength >= flushBytes) return this.#append(chunk);
    this.#gathered ??= Buffer.allocUnsafeSlow(flushBytes);
    this.#gathered.set(chunk, this.#gatheredBytes);
    this.#gatheredBytes += chunk.byteLength;
  }

  async #flush(): Promise<void> {
    if (!this.#gathered || this.#gatheredBytes === 0) return;
    const bytes = this.#gathered.subarray(0, this.#gatheredBytes);
    this.#gatheredBytes = 0;
    await this.#append(bytes);
  }

  /** writeFile on a handle goes on from the current position and, unlike write, never writes only a part. */
  async #append(bytes: Uint8Array): Promise<void> {
    await asStorageFault(() => this.#handle.writeFile(bytes));
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
