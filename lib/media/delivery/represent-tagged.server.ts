import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { openAsset } from "../open-asset.server";
import type { StoredAsset } from "../stored-asset";
import type { BlobStore, ByteRange } from "../store/blob-store.server";
import { tagHeadBytes, tagSound, type FilePart, type SoundTags } from "../tags/sound-tags";
import type { Representation } from "./representation.server";

/**
 * A stored sound with tags put in while it is read; what is stored stays as it is. Null where its type takes none.
 *
 * @throws StudioError asset.missing, storage.failed
 */
export async function representTagged(
  asset: StoredAsset,
  tags: SoundTags,
  store?: BlobStore,
): Promise<Representation | null> {
  const end = Math.min(asset.bytes, tagHeadBytes) - 1;
  const chunks = await Array.fromAsync(
    (await openAsset(asset, { start: 0, end }, store)) as AsyncIterable<Uint8Array>,
  );
  const parts = tagSound(asset, new Uint8Array(Buffer.concat(chunks)), tags);
  if (!parts) return null;
  const bytes = parts.reduce((sum, part) => sum + countBytes(part), 0);
  const digest = createHash("sha256").update(JSON.stringify(tags)).digest("hex").slice(0, 16);
  return {
    entityTag: `"${asset.sha256}-tags-${digest}"`,
    mimeType: asset.mimeType,
    contentType: asset.mimeType,
    bytes,
    open: (range = { start: 0, end: bytes - 1 }) =>
      Promise.resolve(Readable.from(readParts(asset, parts, { range, store }), { objectMode: false })),
  };
}

function countBytes(part: FilePart): number {
  return part instanceof Uint8Array ? part.length : part.end - part.start + 1;
}

async function* readParts(
  asset: StoredAsset,
  parts: readonly FilePart[],
  { range, store }: { range: ByteRange; store: BlobStore | undefined },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const part of parts) {
    const first = Math.max(range.start - at, 0);
    const last = Math.min(range.end - at, countBytes(part) - 1);
    at += countBytes(part);
    if (last < first) continue;
    if (part instanceof Uint8Array) yield part.subarray(first, last + 1);
    else {
      const stored = { start: part.start + first, end: part.start + last };
      yield* (await openAsset(asset, stored, store)) as AsyncIterable<Uint8Array>;
    }
  }
}
