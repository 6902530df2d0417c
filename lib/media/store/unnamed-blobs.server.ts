import { link, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { getLogger } from "@/lib/errors/logger.server";
import { asStorageFault, errorCode } from "./blob-store.server";
import { listIdleFiles, listTemporaryFiles, nameTemporaryFile } from "./spool-file.server";

const suffix = ".row";
const sha256Pattern = /-([0-9a-f]{64})\.row$/;

/** BlobStore.expectRow: an empty file whose name has the hash. */
export async function expectRow(tempFolder: string, sha256: string): Promise<() => Promise<void>> {
  const note = path.join(tempFolder, nameTemporaryFile(`-${sha256}${suffix}`));
  await asStorageFault(async () => (await open(note, "wx", 0o600)).close());
  return () =>
    rm(note, { force: true }).catch((error: unknown) =>
      // The row is written, so the note is only in the way. It is removed like one of a killed process.
      getLogger().warn({ err: error }, "The note of a stored file could not be removed"),
    );
}

/** BlobStore.removeUnnamed for a folder. */
export async function removeUnnamedBlobs(options: {
  tempFolder: string;
  findFile: (sha256: string) => string;
  isNamed: (sha256: string) => Promise<boolean>;
  idleSince: Date;
}): Promise<number> {
  const { tempFolder, findFile, isNamed, idleSince } = options;
  return asStorageFault(async () => {
    let removed = 0;
    for (const note of await listIdleFiles(tempFolder, { suffix, idleSince })) {
      const sha256 = sha256Pattern.exec(note)?.[1];
      if (!sha256) continue;
      const isNeeded = async () => {
        // In this order, since another writer of the same bytes removes its note after its row is written.
        const others = (await listTemporaryFiles(tempFolder, `-${sha256}${suffix}`)).filter(
          (name) => name !== note,
        );
        return others.length > 0 || (await isNamed(sha256));
      };
      const aside = path.join(tempFolder, nameTemporaryFile(".part"));
      if (!(await isNeeded()) && (await removeUnless(isNeeded, findFile(sha256), aside))) removed += 1;
      await rm(path.join(tempFolder, note), { force: true });
    }
    return removed;
  });
}

/** Removes a file that nobody needs; another process may begin to need it at any moment. Returns whether it did. */
async function removeUnless(isNeeded: () => Promise<boolean>, file: string, aside: string): Promise<boolean> {
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
  const isKept = await isNeeded();
  if (isKept) await link(aside, file).catch(ignoreExisting);
  await rm(aside, { force: true });
  return !isKept;
}

/** The other writer has put the same bytes there. */
function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}
