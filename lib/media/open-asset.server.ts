import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import type { StoredAsset } from "./stored-asset";
import { BlobMissingError, blobKey, type BlobStore, type ByteRange } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";

/**
 * Streams an asset or a part of it at the consumer's pace. Throws `asset.missing` where the data folder has
 * lost the blob, `storage.failed` where it can't be read.
 */
export async function openAsset(
  asset: Pick<StoredAsset, "sha256">,
  range?: ByteRange,
  store?: BlobStore,
): Promise<Readable> {
  try {
    return await (store ?? (await getBlobStore())).openRead(blobKey(asset.sha256), range);
  } catch (cause) {
    if (cause instanceof BlobMissingError) throw new StudioError("asset.missing", { cause });
    throw cause;
  }
}

/**
 * Reads a whole asset into memory. Throws `input.too-large` before reading anything where it exceeds
 * `maxBytes`.
 */
export async function readAssetBytes(
  asset: Pick<StoredAsset, "sha256" | "bytes">,
  maxBytes: number,
  store?: BlobStore,
): Promise<Buffer> {
  if (asset.bytes > maxBytes) throw new StudioError("input.too-large", { values: { maxBytes } });
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openAsset(asset, undefined, store)) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
