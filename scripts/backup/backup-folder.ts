import { mkdir, readFile, readdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { blobKey, errorCode } from "@/lib/media/store/blob-store.server";

/**
 * A backup folder: `blobs/` holds every file once, under its SHA-256, for all snapshots; each folder of `snapshots/`
 * holds the rows of one moment. The manifest is written last, so a snapshot with one is complete.
 */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The migrations that made the schema of the rows. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      /** Of the uncompressed lines. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  files: z.object({ count: z.int(), bytes: z.int() }),
  hasSecret: z.boolean(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** A backup that can't be used; the message is for the person at the console. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupError";
  }
}

/** A stored file that an asset's row names. */
export interface NamedFile {
  sha256: string;
  bytes: number;
}

export const manifestFile = (snapshot: string) => path.join(snapshot, "manifest.json");
export const secretFile = (snapshot: string) => path.join(snapshot, "secret");
export const tableFile = (snapshot: string, table: string) => path.join(snapshot, `${table}.jsonl.gz`);

export const snapshotsFolder = (folder: string) => path.join(folder, "snapshots");

/** The folders of complete snapshots, oldest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const names = await readdir(snapshotsFolder(folder)).catch(ignoreMissing);
  const snapshots = (names ?? []).toSorted().map((name) => path.join(snapshotsFolder(folder), name));
  const complete = await Promise.all(
    snapshots.map(async (snapshot) =>
      (await readdir(snapshot).catch(ignoreMissing))?.includes("manifest.json"),
    ),
  );
  return snapshots.filter((_snapshot, index) => complete[index]);
}

/** The latest snapshot, with its manifest. Throws BackupError where there is none, or it is unreadable. */
export async function openLatestSnapshot(folder: string): Promise<{ snapshot: string; manifest: Manifest }> {
  const snapshot = (await listSnapshots(folder)).at(-1);
  if (!snapshot) throw new BackupError(`${folder} holds no complete backup.`);
  try {
    return {
      snapshot,
      manifest: manifestSchema.parse(JSON.parse(await readFile(manifestFile(snapshot), "utf8"))),
    };
  } catch (cause) {
    throw new BackupError(
      `${manifestFile(snapshot)} can't be read. Use an older snapshot, or another backup.`,
      {
        cause,
      },
    );
  }
}

/** When the latest complete snapshot was finished, by the clock of its disk; null where there is none. */
export async function findLatestEnd(folder: string): Promise<Date | null> {
  const snapshot = (await listSnapshots(folder)).at(-1);
  return snapshot ? (await stat(manifestFile(snapshot))).mtime : null;
}

/** Where damaged files are kept, so that the next backup copies them again. */
export const damagedFolder = (folder: string) => path.join(folder, "damaged");

/** Moves a damaged file out of `blobs/`. Returns false where the folder can't be written to. */
export async function setAside(folder: string, sha256: string): Promise<boolean> {
  try {
    await mkdir(damagedFolder(folder), { recursive: true, mode: 0o700 });
    await rename(path.join(folder, blobKey(sha256)), path.join(damagedFolder(folder), sha256));
    return true;
  } catch (error) {
    if (["EROFS", "EACCES", "EPERM"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  // A file manager may have left a file of its own among the folders.
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
