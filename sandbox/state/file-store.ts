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
  /** Unix time in milliseconds. */
  createdAt: number;
  /** Size in bytes; 0 until the content is made (unshown.md, Files: "`bytes` may be 0"). */
  size: number;
  /** Whether the content is on disk; absent means no. */
  isMade?: boolean;
  /** The task whose result the file is; null for an upload. */
  taskId: string | null;
}

type NewFile = Pick<FileRecord, "key" | "purpose" | "fileName" | "contentType">;

export class FileStore {
  private readonly table: Table<FileRecord>;
  private readonly folder: string;
  private readonly clock: SandboxClock;
  private readonly making = new Map<string, Promise<void>>();

  constructor(journal: Journal, dataFolder: string, clock: SandboxClock) {
    this.table = new Table(journal, "files");
    this.folder = join(dataFolder, "files");
    this.clock = clock;
    mkdirSync(this.folder, { recursive: true });
  }

  /** Notes a file whose content is made later. */
  promise(file: NewFile, taskId: string | null): FileRecord {
    const fileId = String(makeInt64Id());
    const record = { ...file, taskId, fileId, createdAt: this.clock.now(), size: 0 };
    this.table.set(fileId, record);
    return record;
  }

  /** Stores uploaded bytes. */
  async store(file: NewFile, bytes: Uint8Array): Promise<FileRecord> {
    const record = this.promise(file, null);
    await this.make(record, (path) => writeFile(path, bytes));
    return { ...record, size: bytes.byteLength };
  }

  find(fileId: string, key: string): FileRecord | null {
    const file = this.table.get(fileId);
    return file !== undefined && file.key === key ? file : null;
  }

  list(key: string, purpose: string): FileRecord[] {
    return this.table.list().filter((file) => file.key === key && file.purpose === purpose);
  }

  pathOf(file: FileRecord): string {
    return join(this.folder, file.fileId);
  }

  /** Makes the content once, however many ask for it: `write` puts it at the path it is given. */
  async make(file: FileRecord, write: (path: string) => Promise<void>): Promise<void> {
    if (this.table.get(file.fileId)?.isMade === true) return;
    const running = this.making.get(file.fileId) ?? this.makeContent(file, write);
    this.making.set(file.fileId, running);
    try {
      await running;
    } finally {
      this.making.delete(file.fileId);
    }
  }

  async delete(file: FileRecord): Promise<void> {
    this.table.delete(file.fileId);
    await rm(this.pathOf(file), { force: true });
  }

  async reset(): Promise<void> {
    const files = this.table.list();
    this.table.clear();
    await Promise.all(files.map((file) => rm(this.pathOf(file), { force: true })));
  }

  private async makeContent(file: FileRecord, write: (path: string) => Promise<void>): Promise<void> {
    const draft = `${this.pathOf(file)}.draft`;
    try {
      await write(draft);
      const { size } = await stat(draft);
      await rename(draft, this.pathOf(file));
      // A file that was deleted meanwhile stays deleted.
      const record = this.table.get(file.fileId);
      if (record !== undefined) this.table.set(file.fileId, { ...record, size, isMade: true });
    } finally {
      await rm(draft, { force: true });
    }
  }
}
