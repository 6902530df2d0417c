// A copy of the embedded database for versions that change it so that the one before can't use it. Made and put back while the
// studio is stopped, so nothing is missing in it. Runs on Node 20.9 with nothing installed.
import { constants, existsSync } from "node:fs";
import { cp, lchown, lstat, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

const placesOf = (dataDir) => ({
  cluster: path.join(dataDir, "postgres"),
  kept: path.join(dataDir, "postgres.before-upgrade"),
});

/** @param {string} dataDir */
export const hasKeptDatabase = (dataDir) => existsSync(placesOf(dataDir).kept);

/**
 * Copies the database, unless it was copied already.
 * @param {string} dataDir
 */
export async function keepDatabase(dataDir) {
  const { cluster, kept } = placesOf(dataDir);
  if (existsSync(kept)) return;
  const partial = `${kept}.partial`;
  await rm(partial, { recursive: true, force: true });
  await cp(cluster, partial, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
  // For root, PostgreSQL runs as another user, whose files these are.
  if (process.getuid?.() === 0) await copyOwners(cluster, partial);
  await rename(partial, kept);
}

async function copyOwners(from, to) {
  for (const name of ["", ...(await readdir(from, { recursive: true }))]) {
    const { uid, gid } = await lstat(path.join(from, name));
    await lchown(path.join(to, name), uid, gid);
  }
}

/**
 * Puts the copy back, and sets the database of the newer version aside. Without a copy, it was put back already.
 * @param {string} dataDir
 * @param {string} startedAt of the upgrade
 * @returns the folder of what was set aside, or null
 */
export async function putDatabaseBack(dataDir, startedAt) {
  const { cluster, kept } = placesOf(dataDir);
  const aside = `${cluster}.undone-${startedAt.replaceAll(":", "-")}`;
  if (existsSync(kept)) {
    if (existsSync(cluster)) await rename(cluster, aside);
    await rename(kept, cluster);
  }
  return existsSync(aside) ? aside : null;
}

/** Forgets the copy of an earlier upgrade. */
export async function dropKeptDatabase(dataDir) {
  await rm(placesOf(dataDir).kept, { recursive: true, force: true });
}
