import { mkdirSync } from "node:fs";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "./journal.ts";
import { makeInt64Id } from "./identifiers.ts";

/** A file of the service's file store. Records survive a restart; ids are kept as text because they exceed 2^53. */
export interface FileRecord {
  fileId: string;
  /** The account: files are visible to the key that made them. */
  key: string;
  purpose: string;
  fileName: string;
  contentType: string;
  /** Unix time in milliseconds. */
  createdAt: number;
  /** Size in bytes; 0 until the content was made (unshown.md, Files: "`bytes` may be 0"). */
  size: number;
  /** Whether the content lies on disk; absent means no. */
  isMade?: boolean;
  /** How to make the content when it is first asked for; null for an upload, whose bytes lie on disk. */
  recipe: FileRecipe | null;
}

/** What a file is made from: the task that asked for it. Making it twice gives the same bytes. */
export interface FileRecipe {
  taskId: string;
}

type FileStoreRecord =
  | { kind: "created"; file: FileRecord }
  | { kind: "sized"; fileId: string; size: number }
  | { kind: "deleted"; fileId: string }
  | { kind: "reset" };

const STORE = "files";

export class FileStore {
  private readonly journal: Journal;
  private readonly folder: string;
  private readonly clock: SandboxClock;
  private readonly files = new Map<string, FileRecord>();
  private readonly making = new Map<string, Promise<void>>();

  constructor(journal: Journal, dataFolder: string, clock: SandboxClock) {
    this.journal = journal;
    this.folder = join(dataFolder, "files");
    this.clock = clock;
    mkdirSync(this.folder, { recursive: true });
    for (const record of journal.replay<FileStoreRecord>(STORE)) this.apply(record);
  }

  /** Notes a file whose content is made when it is first read. */
  promise(file: Pick<FileRecord, "key" | "purpose" | "fileName" | "contentType" | "recipe">): FileRecord {
    const record: FileRecord = {
      ...file,
      fileId: String(makeInt64Id()),
      createdAt: this.clock.now(),
      size: 0,
    };
    this.write({ kind: "created", file: record });
    return record;
  }

  /** Stores uploaded bytes. */
  async store(
    file: Pick<FileRecord, "key" | "purpose" | "fileName" | "contentType">,
    bytes: Uint8Array,
  ): Promise<FileRecord> {
    const record = this.promise({ ...file, recipe: null });
    await this.keepContent(record, bytes);
    return this.find(record.fileId, record.key) ?? record;
  }

  find(fileId: string, key: string): FileRecord | null {
    const file = this.files.get(fileId);
    return file !== undefined && file.key === key ? file : null;
  }

  list(key: string, purpose: string): FileRecord[] {
    return [...this.files.values()].filter((file) => file.key === key && file.purpose === purpose);
  }

  /** Whether the content lies on disk. */
  isMade(file: FileRecord): boolean {
    return file.isMade === true;
  }

  pathOf(file: FileRecord): string {
    return join(this.folder, file.fileId);
  }

  /** Makes the content once, however many ask for it: `write` puts it into the file at the path it is given. */
  async make(file: FileRecord, write: (path: string) => Promise<void>): Promise<void> {
    if (this.isMade(this.files.get(file.fileId) ?? file)) return;
    const running = this.making.get(file.fileId) ?? this.makeContent(file, write);
    this.making.set(file.fileId, running);
    try {
      await running;
    } finally {
      this.making.delete(file.fileId);
    }
  }

  private async makeContent(file: FileRecord, write: (path: string) => Promise<void>): Promise<void> {
    const draft = `${this.pathOf(file)}.draft`;
    try {
      await write(draft);
      const { size } = await stat(draft);
      await rename(draft, this.pathOf(file));
      this.write({ kind: "sized", fileId: file.fileId, size });
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async delete(file: FileRecord): Promise<void> {
    this.write({ kind: "deleted", fileId: file.fileId });
    await rm(join(this.folder, file.fileId), { force: true });
  }

  async reset(): Promise<void> {
    const fileIds = [...this.files.keys()];
    this.write({ kind: "reset" });
    await Promise.all(fileIds.map((fileId) => rm(join(this.folder, fileId), { force: true })));
  }

  private async keepContent(file: FileRecord, bytes: Uint8Array): Promise<void> {
    await writeFile(join(this.folder, file.fileId), bytes);
    this.write({ kind: "sized", fileId: file.fileId, size: bytes.byteLength });
  }

  private write(record: FileStoreRecord): void {
    this.journal.append(STORE, record);
    this.apply(record);
  }

  private apply(record: FileStoreRecord): void {
    switch (record.kind) {
      case "created":
        this.files.set(record.file.fileId, record.file);
        return;
      case "sized": {
        const file = this.files.get(record.fileId);
        if (file !== undefined) this.files.set(record.fileId, { ...file, size: record.size, isMade: true });
        return;
      }
      case "deleted":
        this.files.delete(record.fileId);
        return;
      case "reset":
        this.files.clear();
        return;
    }
  }
}
