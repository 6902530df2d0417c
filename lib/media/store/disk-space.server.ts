import { statfs } from "node:fs/promises";
import path from "node:path";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { errorCode } from "./blob-store.server";

/**
 * Space on the disk of the data folder, where results are received and the embedded database writes. The reserve
 * (STUDIO_DISK_RESERVE_MB) is left to results that are already owed.
 */
export interface DiskSpace {
  freeBytes: number;
  reserveBytes: number;
  /** How much must be freed before new work is accepted; 0 where there is enough. */
  neededBytes: number;
}

export async function measureDiskSpace(): Promise<DiskSpace> {
  const dataDir = getDataDir();
  // The media folder may be on another disk.
  const folders = [dataDir, path.join(/* turbopackIgnore: true */ dataDir, "media")];
  const freeBytes = Math.min(...(await Promise.all(folders.map(findFreeBytes))));
  const reserveBytes = getEnv().STUDIO_DISK_RESERVE_MB * 1e6;
  return { freeBytes, reserveBytes, neededBytes: Math.max(0, reserveBytes - freeBytes) };
}

/** Throws `storage.full` where new work would use the reserve. */
export async function requireDiskSpace(): Promise<void> {
  const { neededBytes } = await measureDiskSpace();
  if (neededBytes > 0) throw new StudioError("storage.full", { values: { neededBytes } });
}

/** A folder that is created later is on the disk of its parent. */
async function findFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (cause) {
    const parent = path.dirname(folder);
    if (errorCode(cause) !== "ENOENT" || parent === folder)
      throw new StudioError("storage.failed", { cause });
    return findFreeBytes(parent);
  }
}
