import { existsSync } from "node:fs";
import { chown, lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";

/** "nobody" on every Linux; PostgreSQL refuses to run as root, so root starts it as this. */
const unprivilegedId = 65_534;

const unsharePath = ["/usr/bin/unshare", "/bin/unshare"].find((file) => existsSync(file));

/** As whom PostgreSQL runs: how to start its programs, and who must own its files. */
export type PostgresAccount = {
  /** Words before the program on the command line. */
  commandPrefix: string[];
  spawnOptions: { uid?: number; gid?: number };
  /** Owner of the data folder; null leaves it to whoever creates it. */
  fileOwner: { uid: number; gid: number } | null;
};

/**
 * Chooses the account. A normal user runs PostgreSQL as itself. Root runs it as uid 65534 when that may reach all of
 * `paths`; below a closed folder such as /root it runs in a user namespace, where root only looks like uid 65534.
 * @throws Error with what to do, when root can do neither.
 */
export async function choosePostgresAccount(paths: string[]): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { commandPrefix: [], spawnOptions: {}, fileOwner: null };

  const closed = await findClosedFolder(paths);
  if (closed === null) {
    return {
      commandPrefix: [],
      spawnOptions: { uid: unprivilegedId, gid: unprivilegedId },
      fileOwner: { uid: unprivilegedId, gid: unprivilegedId },
    };
  }
  if (unsharePath && process.platform === "linux") {
    return {
      commandPrefix: [
        unsharePath,
        "--user",
        `--map-user=${unprivilegedId}`,
        `--map-group=${unprivilegedId}`,
        "--",
      ],
      spawnOptions: {},
      fileOwner: { uid: 0, gid: 0 },
    };
  }
  throw new Error(
    `PostgreSQL doesn't run as root, and other users can't enter ${closed}. Run Reverie as a normal user, move ` +
      "it to a folder others may enter, or set DATABASE_URL.",
  );
}

/** The first folder on the way to one of `paths` that the unprivileged account may not enter, or null. */
async function findClosedFolder(paths: string[]): Promise<string | null> {
  for (const target of paths) {
    for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
      const { uid, gid, mode } = await stat(folder);
      const executeBit = uid === unprivilegedId ? 0o100 : gid === unprivilegedId ? 0o010 : 0o001;
      if ((mode & executeBit) === 0) return folder;
      if (folder === path.dirname(folder)) break;
    }
  }
  return null;
}

/** Gives a data folder and all in it to the account, when the last start used the other way. */
export async function giveFolderTo(account: PostgresAccount, folder: string): Promise<void> {
  const owner = account.fileOwner;
  if (!owner) return;
  const { uid } = await stat(folder);
  if (uid === owner.uid) return;
  await chownTree(folder, owner);
}

async function chownTree(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const facts = await lstat(file);
    if (facts.isSymbolicLink()) continue;
    if (facts.isDirectory()) await chownTree(file, owner);
    else await chown(file, owner.uid, owner.gid);
  }
  // The folder itself comes last, so that an interrupted change is done again.
  await chown(folder, owner.uid, owner.gid);
}
