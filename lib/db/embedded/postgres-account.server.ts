import { existsSync } from "node:fs";
import { chown, lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";

/** "nobody" on every Linux. PostgreSQL refuses to run as root, so root starts it with this ID. */
const unprivilegedId = 65_534;

const unsharePath = ["/usr/bin/unshare", "/bin/unshare"].find((file) => existsSync(file));

/** The account that PostgreSQL runs as: how to start its programs, and who owns its files. */
export type PostgresAccount = {
  /** Arguments before the program. */
  commandPrefix: string[];
  spawnOptions: { uid?: number; gid?: number };
  /** Owner of the data folder; null for whoever creates it. */
  fileOwner: { uid: number; gid: number } | null;
};

/**
 * Chooses the account. A normal user runs PostgreSQL as itself. Root runs it as uid 65534 if that can reach all
 * `paths`; below a closed folder such as /root, it runs in a user namespace where root appears as uid 65534.
 * @throws Error with instructions, when root can do neither
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

/** The first parent folder of `paths` that the unprivileged account can't enter; null if it can reach all. */
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

/** Changes the owner of a data folder, where the last start used another account. */
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
  // The folder itself is last, so that an interrupted change is repeated.
  await chown(folder, owner.uid, owner.gid);
}
