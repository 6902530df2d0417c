import type { Database } from "@/lib/db/database.server";
import { sniffMedia } from "@/lib/media/inspect/sniff-media.server";
import {
  measureMedia,
  type MeasuredMedia,
  UndecodableMediaError,
} from "@/lib/media/inspect/measure-media.server";
import { PictureDecodingError } from "@/lib/media/pictures/picture-process.server";
import { type BlobHold, holdBlob } from "@/lib/media/removal/hold-blob.server";
import { toFacts } from "@/lib/media/store-asset.server";
import { type BlobStore, blobKey, type BlobWriter } from "@/lib/media/store/blob-store.server";
import { requireDiskSpace } from "@/lib/media/store/disk-space.server";
import type { ZipMember } from "@/lib/media/unpack/unpack-zip.server";
import { ArchiveError } from "./archive-error";
import type { ArchiveRow } from "./archive-tables.server";
import { orArchiveError } from "./open-archive.server";

/** What this studio finds in a stored file, as columns of its asset. */
export type FileColumns = Pick<
  MeasuredMedia,
  "kind" | "mimeType" | "width" | "height" | "durationSeconds"
> & {
  facts: ReturnType<typeof toFacts>;
};

/**
 * Stores a file of an archive once it has the bytes that its row names, and holds it until its row is written. Its type
 * is read from the bytes, whatever the row says. The bytes are read even if the studio has this digest already: who
 * knows a digest doesn't have the file.
 *
 * @throws ArchiveError for other bytes, or a type that is not stored
 * @throws StudioError storage.full, storage.failed
 */
export async function storeFile(
  { database, store, userId }: { database: Database; store: BlobStore; userId: string },
  asset: ArchiveRow<"assets">,
  member: ZipMember,
): Promise<{ columns: FileColumns; hold: BlobHold }> {
  await requireDiskSpace();
  const writer = await store.createWriter();
  try {
    await receive(writer, asset, member);
    const columns = await inspect(writer.path, asset, userId);
    const hold = await holdBlob(database, { sha256: asset.sha256, origin: asset.origin });
    await writer.commit(blobKey(asset.sha256));
    return { columns, hold };
  } finally {
    await writer.discard();
  }
}

async function receive(writer: BlobWriter, asset: ArchiveRow<"assets">, member: ZipMember): Promise<void> {
  const chunks = member.read();
  for (;;) {
    const next = await orArchiveError(chunks.next());
    if (next.done) break;
    await writer.write(next.value);
  }
  const { sha256, bytes } = await writer.seal();
  if (sha256 !== asset.sha256 || bytes !== asset.bytes) {
    throw new ArchiveError(`${member.name} has other bytes than its name says: it was changed or damaged.`);
  }
}

async function inspect(
  path: string,
  { sha256, facts, origin }: ArchiveRow<"assets">,
  userId: string,
): Promise<FileColumns> {
  const sniffed = await sniffMedia(path, facts?.rawAudio ? { rawAudio: facts.rawAudio } : {});
  if (!sniffed) throw new ArchiveError(`The file ${sha256} is of a type that Reverie doesn't store.`);
  const { rawAudio, sound, video, ...measures } = await measureMedia(path, sniffed, {
    userId,
    isOwed: false,
  }).catch((error: unknown): MeasuredMedia => {
    if (!(error instanceof UndecodableMediaError)) throw error;
    if (origin === "upload") throw new ArchiveError(`The file ${sha256} can't be decoded.`, { cause: error });
    // Results that can't be decoded are stored all the same, because they were paid for.
    return { ...sniffed, ...(error.cause instanceof PictureDecodingError ? error.cause.size : {}) };
  });
  return { ...measures, facts: toFacts({ rawAudio, sound, video }) };
}
