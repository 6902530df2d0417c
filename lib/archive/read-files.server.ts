import { createHash } from "node:crypto";
import { StudioError } from "@/lib/errors/studio-error";
import { blobKey, BlobMissingError, type BlobStore, errorCode } from "@/lib/media/store/blob-store.server";
import type { Manifest } from "./archive-format.server";
import type { AccountFile } from "./read-account.server";

/** Small files are read ahead, because opening one takes longer than copying it; at most 4 MB. */
const smallBytes = 256 * 1024;
const readAhead = 16;

interface ReadFile {
  file: AccountFile;
  input: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Reads files in order. Notes in the manifest which are missing or damaged, and how many there are. */
export async function* readFiles(
  store: BlobStore,
  files: readonly AccountFile[],
  manifest: Manifest,
): AsyncGenerator<ReadFile> {
  const ahead: { file: AccountFile; reading: Promise<Uint8Array | null> | undefined }[] = [];
  for (const [index, file] of files.entries()) {
    const reading = file.bytes <= smallBytes ? readSmall(store, file) : undefined;
    // Awaited later; until then, nobody handles its error.
    reading?.catch(() => {});
    ahead.push({ file, reading });
    if (ahead.length < readAhead && index < files.length - 1) continue;
    const isLast = index === files.length - 1;
    for (const next of ahead.splice(0, isLast ? ahead.length : 1)) {
      const input = await (next.reading ?? openLarge(store, next.file, manifest));
      if (!input) {
        manifest.faults.push({ sha256: next.file.sha256, fault: "missing" });
        continue;
      }
      if (input instanceof Uint8Array) {
        note(manifest, next.file, { bytes: input.byteLength, sha256: digestOf(input) });
      }
      yield { file: next.file, input };
    }
  }
}

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function note(manifest: Manifest, { sha256 }: AccountFile, found: { bytes: number; sha256: string }): void {
  manifest.assets.count += 1;
  manifest.assets.bytes += found.bytes;
  if (found.sha256 !== sha256) manifest.faults.push({ sha256, fault: "damaged" });
}

/** Null for a file that is missing. */
async function readSmall(store: BlobStore, file: AccountFile): Promise<Uint8Array | null> {
  const source = await open(store, file);
  if (!source) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of readUntilFault(source)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function openLarge(
  store: BlobStore,
  file: AccountFile,
  manifest: Manifest,
): Promise<AsyncIterable<Uint8Array> | null> {
  const source = await open(store, file);
  return source && digestWhileRead(source, file, manifest);
}

async function* digestWhileRead(
  source: AsyncIterable<Uint8Array>,
  file: AccountFile,
  manifest: Manifest,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of readUntilFault(source)) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    yield chunk;
  }
  note(manifest, file, { bytes, sha256: hash.digest("hex") });
}

async function open(store: BlobStore, { sha256 }: AccountFile): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await store.openRead(blobKey(sha256))) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

/** Ends at a bad sector: the rest of the archive is worth having. The digest tells. */
async function* readUntilFault(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (errorCode(error instanceof StudioError ? error.cause : error) !== "EIO") throw error;
  }
}
