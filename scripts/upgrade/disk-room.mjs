// Whether there is room for an upgrade. Runs on Node 20.9 with nothing installed.
import { existsSync } from "node:fs";
import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { UpgradeError } from "./upgrade-error.mjs";

/** Packages and a build of the next version: 1.9 GB, and what the build writes meanwhile. */
const versionBytes = 2.5e9;

/**
 * @param {string} folder
 * @returns {Promise<number>} the bytes of its files; 0 without it
 */
export async function measureFolder(folder) {
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    try {
      bytes += (await stat(path.join(entry.parentPath ?? entry.path, entry.name))).size;
    } catch (error) {
      // The database and the store of a running studio change.
      if (error.code !== "ENOENT") throw error;
    }
  }
  return bytes;
}

/** The nearest folder that exists. */
function existing(folder) {
  return existsSync(folder) ? folder : existing(path.dirname(folder));
}

/**
 * Throws UpgradeError where a disk lacks room for the next version, for what the backup lacks, or for a copy of the database.
 *
 * @param {{ root: string, dataDir: string, backup: string | null, keepsDatabase: boolean }} where
 * @param {(folder: string) => Promise<{ bavail: number, bsize: number, type: number }>} [measureDisk]
 */
export async function requireRoom({ root, dataDir, backup, keepsDatabase }, measureDisk = statfs) {
  const database = await measureFolder(path.join(dataDir, "postgres"));
  const needs = [[root, versionBytes]];
  if (keepsDatabase) needs.push([dataDir, database]);
  if (backup) {
    const missing =
      (await measureFolder(path.join(dataDir, "media"))) - (await measureFolder(path.join(backup, "blobs")));
    needs.push([existing(backup), Math.max(0, missing) + database]);
  }
  /** Folders of one disk share its room. */
  const disks = new Map();
  for (const [folder, bytes] of needs) {
    const disk = (await stat(folder)).dev;
    const known = disks.get(disk) ?? { folder, bytes: 0 };
    disks.set(disk, { ...known, bytes: known.bytes + bytes });
  }
  for (const { folder, bytes } of disks.values()) {
    const { bavail, bsize } = await measureDisk(folder);
    if (bavail * bsize >= bytes) continue;
    const inGigabytes = (size) => `${(size / 1e9).toFixed(1)} GB`;
    throw new UpgradeError(
      `The upgrade needs ${inGigabytes(bytes)} on the disk of ${folder}, which has ${inGigabytes(bavail * bsize)} free.`,
    );
  }
}
