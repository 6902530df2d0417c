import type { Database } from "@/lib/db/database.server";
import type { ArchivedItem } from "./find-archived-items.server";
import { describeForFiles } from "./describe-for-files";
import { withoutSecrets } from "./without-secrets";

/**
 * Why an item isn't in the archive as it was stored. `deleted`: since the download was prepared. `missing`, `wrong-size`:
 * the studio's file, which is left out. `unreadable`: it could not be read to its end, and the rest of it is zeros.
 * `damaged`: it has another SHA-256 than when it was stored.
 */
export type ArchiveError = "deleted" | "missing" | "wrong-size" | "unreadable" | "damaged";

/** What a file in an archive can still turn out to be while it is read. */
const longestReadError = "unreadable" satisfies ArchiveError;

/** An item of an archive, and what is wrong with it. */
export interface ManifestEntry {
  id: string;
  item: ArchivedItem | null;
  error: ArchiveError | null;
}

const head = `{"format":"reverie-archive","version":1,"items":[\n`;
const foot = "\n]}\n";
const separator = ",\n";
/** Inputs are read in batches, because their texts are the most of an archive's data besides its files. */
const batchSize = 50;

type Reader = Pick<Database, "generation">;

/** The most bytes that the manifest can have once all files are read. */
export async function measureManifest(database: Reader, entries: readonly ManifestEntry[]): Promise<number> {
  let bytes = Buffer.byteLength(head + foot) + Math.max(0, entries.length - 1) * separator.length;
  for await (const [entry, parameters] of readParameters(database, entries)) {
    bytes += Buffer.byteLength(write({ ...entry, error: entry.error ?? longestReadError }, parameters));
  }
  return bytes;
}

/** The manifest, filled up to `bytes` with spaces at its end. */
export async function* writeManifest(
  database: Reader,
  entries: readonly ManifestEntry[],
  bytes: number,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let left = bytes;
  let before = head;
  for await (const [entry, parameters] of readParameters(database, entries)) {
    const piece = encoder.encode(before + write(entry, parameters));
    left -= piece.length;
    before = separator;
    yield piece;
  }
  const end = encoder.encode(foot);
  if (left < end.length) throw new Error("The manifest became longer while the archive was written.");
  yield new Uint8Array(left - end.length).fill(0x20);
  yield end;
}

async function* readParameters(
  database: Reader,
  entries: readonly ManifestEntry[],
): AsyncGenerator<[ManifestEntry, unknown]> {
  for (let at = 0; at < entries.length; at += batchSize) {
    const batch = entries.slice(at, at + batchSize);
    const generations = await database.generation.findMany({
      where: { id: { in: batch.flatMap(({ item }) => item?.generationId ?? []) } },
      select: { id: true, input: true },
    });
    const inputById = new Map(generations.map(({ id, input }) => [id, withoutSecrets(input)]));
    for (const entry of batch) yield [entry, inputById.get(entry.item?.generationId ?? "") ?? null];
  }
}

function write({ id, item, error }: ManifestEntry, parameters: unknown): string {
  if (!item) return JSON.stringify({ id, name: null, error });
  const isInArchive = error !== "missing" && error !== "wrong-size";
  const name = isInArchive ? item.fileName : null;
  return JSON.stringify({ id, name, error, ...describeForFiles(item, parameters) });
}
