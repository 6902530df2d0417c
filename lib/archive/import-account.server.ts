import { createDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { ArchiveError } from "./archive-error";
import type { ArchiveLimits } from "./archive-format.server";
import { importArchive, type Imported } from "./import-archive.server";
import { openArchive } from "./open-archive.server";

interface Import {
  databaseUrl: string;
  store: BlobStore;
  email: string;
  file: string;
  limits?: ArchiveLimits;
}

/**
 * Brings an archive into an account, as `importArchive` does.
 *
 * @throws ArchiveError that says what is wrong with the archive, or why it doesn't fit
 */
export async function importAccount({ databaseUrl, store, email, file, limits }: Import): Promise<Imported> {
  const archive = await openArchive(file, limits);
  const database = createDatabase(databaseUrl, { maxConnections: 3, name: "reverie-import" });
  try {
    const user = await database.user.findUnique({
      where: { email: email.toLowerCase() },
      select: { id: true },
    });
    if (!user) throw new ArchiveError(`No account in this studio uses ${email}.`);
    return await importArchive({ archive, database, databaseUrl, store, userId: user.id });
  } catch (error) {
    if (error instanceof StudioError && error.code === "storage.full") {
      throw new ArchiveError("The disk is full. Free space, then import again; it continues.", {
        cause: error,
      });
    }
    throw error;
  } finally {
    archive.close();
    await database.$disconnect();
  }
}
