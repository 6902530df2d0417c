import { constants } from "node:fs";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { z } from "zod";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { createDatabase } from "@/lib/db/database.server";
import { compareStore, type UnnamedFiles } from "@/lib/media/removal/compare-store.server";
import { withoutRemovals } from "@/lib/media/removal/without-removals.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import {
  findLatestEnd,
  type Manifest,
  manifestFile,
  type NamedFile,
  openLatestSnapshot,
  secretFile,
  setAside,
  snapshotsFolder,
} from "./backup-folder";
import { dumpDatabase } from "./dump-database";
import { compareFiles, type CopiedFiles, copyFiles, type FileFault } from "./files";
import { readTable } from "./read-table";
import { restoreDatabase } from "./restore-database";

interface Studio {
  databaseUrl: string;
  store: BlobStore;
}

/** Far longer than a backup pauses while it copies: an older temporary file is one of a backup that was killed. */
const idleTempMs = 60 * 60 * 1_000;

/**
 * Saves a studio, which may be running: first the rows of one moment, then the files that they name. A file is durable
 * before its row is written and not removed during a backup, so none can be missing. A copy that an earlier backup made is read again
 * if it was modified since.
 *
 * @param options.secret the instance secret, to be saved too; null to leave it out
 */
export async function backUpStudio(
  { databaseUrl, store }: Studio,
  { folder, secret }: { folder: string; secret: string | null },
): Promise<CopiedFiles & { snapshot: string; manifest: Manifest }> {
  return withoutRemovals(databaseUrl, async () => saveStudio({ databaseUrl, store }, { folder, secret }));
}

async function saveStudio(
  { databaseUrl, store }: Studio,
  { folder, secret }: { folder: string; secret: string | null },
): Promise<CopiedFiles & { snapshot: string; manifest: Manifest }> {
  const trustedUntil = await findLatestEnd(folder);
  const createdAt = new Date().toISOString();
  const snapshot = path.join(snapshotsFolder(folder), createdAt.replaceAll(":", "-"));
  await mkdir(snapshot, { recursive: true, mode: 0o700 });
  try {
    const { files, ...rows } = await dumpDatabase(databaseUrl, snapshot);
    const copies = createDiskStore(folder);
    await copies.cleanTemp(new Date(Date.now() - idleTempMs));
    const copy = await copyFiles(files, { from: store, to: copies, trustedUntil });
    if (secret !== null) await writeDurably(secretFile(snapshot), `${secret}\n`);
    const manifest: Manifest = {
      format: 1,
      createdAt,
      ...rows,
      files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
      hasSecret: secret !== null,
    };
    await writeDurably(manifestFile(snapshot), `${JSON.stringify(manifest, null, 2)}\n`);
    return { snapshot, manifest, ...copy };
  } catch (error) {
    await rm(snapshot, { recursive: true, force: true });
    throw error;
  }
}

/** Restores the latest snapshot of a backup into an empty database and store. */
export async function restoreStudio(
  { databaseUrl, store }: Studio,
  { folder, migrationsDir }: { folder: string; migrationsDir?: string },
): Promise<{ snapshot: string; manifest: Manifest; migrated: string[]; faults: FileFault[] }> {
  const { snapshot, manifest } = await openLatestSnapshot(folder);
  const migrated = await restoreDatabase(databaseUrl, {
    snapshot,
    manifest,
    ...(migrationsDir === undefined ? {} : { migrationsDir }),
  });
  const files = await listNamedFiles(databaseUrl);
  const { faults } = await copyFiles(files, {
    from: createDiskStore(folder),
    to: store,
    trustedUntil: null,
  });
  return { snapshot, manifest, migrated, faults };
}

/** Copies the secret of a snapshot into a data folder that has none. Returns false where the snapshot has none. */
export async function placeSecret(snapshot: string, dataDir: string): Promise<boolean> {
  try {
    await copyFile(secretFile(snapshot), path.join(dataDir, "secret"), constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Compares every row of a studio with the bytes of its file, and lists files without a row. */
export async function verifyStudio({
  databaseUrl,
  store,
}: Studio): Promise<Verified & { orphans: UnnamedFiles[] }> {
  return withoutRemovals(databaseUrl, async () => {
    const files = await listNamedFiles(databaseUrl);
    const faults = await compareFiles(files, store);
    return { files: files.length, faults, orphans: await listOrphans(databaseUrl, store) };
  });
}

/** What the next sweep of the worker finds, in the same way. */
async function listOrphans(databaseUrl: string, store: BlobStore): Promise<UnnamedFiles[]> {
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  try {
    return (await compareStore({ database, store }))?.unnamed ?? [];
  } finally {
    await database.$disconnect();
  }
}

interface Verified {
  files: number;
  faults: FileFault[];
}

const assetSchema = z.object({ sha256: z.string(), bytes: z.int() });

interface VerifiedBackup extends Verified {
  snapshot: string;
  rows: number;
  /** Damaged files that the next backup copies again. */
  setAside: number;
}

/**
 * Compares every row of the latest snapshot with what was saved, and every asset's row with the bytes of its file. A
 * damaged file is set aside, so that the next backup copies it again.
 *
 * @throws BackupError where rows are damaged
 */
export async function verifyBackup(folder: string): Promise<VerifiedBackup> {
  const { snapshot, manifest } = await openLatestSnapshot(folder);
  const files = new Map<string, NamedFile>();
  let rows = 0;
  for (const table of manifest.tables) {
    for await (const line of readTable(snapshot, table)) {
      rows += 1;
      if (table.name !== "Asset") continue;
      const file = assetSchema.parse(JSON.parse(line));
      files.set(file.sha256, file);
    }
  }
  const faults = await compareFiles(files.values(), createDiskStore(folder));
  const moved = [];
  for (const { sha256, fault } of faults) moved.push(fault === "damaged" && (await setAside(folder, sha256)));
  return { snapshot, rows, files: files.size, faults, setAside: moved.filter(Boolean).length };
}

async function listNamedFiles(databaseUrl: string): Promise<NamedFile[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ sha256: string; bytes: string }>(
      `SELECT DISTINCT "sha256", "bytes"::text FROM "Asset" ORDER BY "sha256"`,
    );
    return rows.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) }));
  } finally {
    await client.end();
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
