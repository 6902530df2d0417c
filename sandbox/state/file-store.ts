import { mkdirSync } from "node:fs";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxClock } from "../settings.ts";
import { makeInt64Id } from "./identifiers.ts";
import { type Journal, Table } from "./journal.ts";

/** A file of the service's file store. Ids are kept as text because they exceed 2^53. */
export interface FileRecord {
  fileId: string;
  /** The account: a file is visible to the key that made it. */
  key: string;
  purpose: string;
  fileName: string;
  contentType: string;
  createdAt: number;
  /** Size in bytes; 0 until the content is made (unshown.md, Files: "`bytes` may be 0"). */
  size: number;
  /** Whether the content is on disk; absent means no. */
  isMade?: boolean;
  taskId: string | null;
}

type NewFile = Pick<FileRecord, "key" | "purpose" | "fileName" | "contentType">;

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(journal: Journal, dataFolder: string, clock: SandboxClock) {
  const making = new Map<string, Promise<void>>();
  const table = new Table<FileRecord>(journal, "files");
  const folder = join(dataFolder, "files");
  mkdirSync(folder, { recursive: true });

  function promise(file: NewFile, taskId: string | null): FileRecord {
    const fileId = String(makeInt64Id());
    const record = { ...file, taskId, fileId, createdAt: clock.now(), size: 0 };
    table.set(fileId, record);
    return record;
  }

  async function store(file: NewFile, bytes: Uint8Array): Promise<FileRecord> {
    const record = promise(file, null);
    await make(record, (path) => writeFile(path, bytes));
    return { ...record, size: bytes.byteLength };
  }

  function find(fileId: string, key: string): FileRecord | null {
    const file = table.get(fileId);
    return file !== undefined && file.key === key ? file : null;
  }

  const list = (key: string, purpose: string): FileRecord[] =>
    table.list().filter((file) => file.key === key && file.purpose === purpose);
  const pathOf = (file: FileRecord): string => join(folder, file.fileId);

  /** Makes the content once, however many ask for it: `write` puts it at the path it is given. */
  async function make(file: FileRecord, write: (path: string) => Promise<void>): Promise<void> {
    if (table.get(file.fileId)?.isMade === true) return;
    const running = making.get(file.fileId) ?? makeContent(file, write);
    making.set(file.fileId, running);
    try {
      await running;
    } finally {
      making.delete(file.fileId);
    }
  }

  async function remove(file: FileRecord): Promise<void> {
    table.delete(file.fileId);
    await rm(pathOf(file), { force: true });
  }

  async function reset(): Promise<void> {
    const files = table.list();
    table.clear();
    await Promise.all(files.map((file) => rm(pathOf(file), { force: true })));
  }

  async function makeContent(file: FileRecord, write: (path: string) => Promise<void>): Promise<void> {
    const draft = `${pathOf(file)}.draft`;
    try {
      await write(draft);
      const { size } = await stat(draft);
      await rename(draft, pathOf(file));
      // A file that was deleted meanwhile stays deleted.
      const record = table.get(file.fileId);
      if (record !== undefined) table.set(file.fileId, { ...record, size, isMade: true });
    } finally {
      await rm(draft, { force: true });
    }
  }

  return { promise, store, find, list, pathOf, make, remove, reset };
}
