import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Database } from "@/lib/db/database.server";
import { getDataDir } from "@/lib/env/env.server";
import { errorCode } from "@/lib/media/store/blob-store.server";

/** Beside the stored files, so that sources need no second copy. */
const rootFolder = () => path.join(/* turbopackIgnore: true */ getDataDir(), "media", "exports");

/** Where an export is made. */
export interface ExportFolder {
  path: string;
  /** For local files of the film's items. */
  sources: string;
  /** For the process that renders, which writes nowhere else. */
  work: string;
  /** Whether an earlier attempt left what it had done. */
  isContinued: boolean;
}

const namePattern = /^([0-9a-f-]{36})\.(\d+)$/;

interface Attempt {
  id: string;
  attempt: number;
}

/**
 * The folder of an attempt at an export, with what the last attempt on this disk left. That one's folder is renamed, and what was half
 * written is removed, so that a process of it that is still ending can't write into this one.
 */
export async function openExportFolder({ id, attempt }: Attempt): Promise<ExportFolder> {
  const folder = path.join(rootFolder(), `${id}.${attempt}`);
  const left = (await listFolders())
    .filter((each) => each.id === id && each.attempt !== attempt)
    .toSorted((one, other) => other.attempt - one.attempt);
  const [last, ...older] = left;
  for (const each of older) await removeFolder(each);
  const isContinued = last !== undefined && (await moveFolder(last, folder));
  const sources = path.join(folder, "sources");
  const work = path.join(folder, "work");
  await mkdir(sources, { recursive: true });
  await mkdir(work, { recursive: true });
  for (const inside of [sources, work]) {
    for (const name of await readdir(inside)) {
      if (name.endsWith(".part")) await rm(path.join(inside, name), { force: true });
    }
  }
  return { path: folder, sources, work, isContinued };
}

/** False where another worker on this disk was faster. */
async function moveFolder(from: Attempt, to: string): Promise<boolean> {
  try {
    await rename(pathOf(from), to);
    return true;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return false;
  }
}

/** Removes the folders of exports that have ended, whichever process ended them. */
export async function removeOldExportFolders(database: Database): Promise<void> {
  const folders = await listFolders();
  if (folders.length === 0) return;
  const active = await database.filmExport.findMany({
    where: { id: { in: folders.map(({ id }) => id) }, state: { in: ["queued", "running"] } },
    select: { id: true },
  });
  const kept = new Set(active.map(({ id }) => id));
  for (const folder of folders) if (!kept.has(folder.id)) await removeFolder(folder);
}

const pathOf = ({ id, attempt }: Attempt) => path.join(rootFolder(), `${id}.${attempt}`);
const removeFolder = (folder: Attempt) => rm(pathOf(folder), { recursive: true, force: true });

async function listFolders(): Promise<Attempt[]> {
  const names = await readdir(rootFolder()).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.flatMap((name) => {
    const [, id, attempt] = namePattern.exec(name) ?? [];
    return id === undefined ? [] : [{ id, attempt: Number(attempt) }];
  });
}
