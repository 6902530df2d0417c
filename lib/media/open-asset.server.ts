import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import type { StoredAsset } from "./stored-asset";
import { BlobMissingError, blobKey, type BlobStore, type ByteRange } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";

/**
 * The bytes of an asset, or a part of them, read at the pace of the consumer. Throws `asset.missing` where the data
 * folder has lost the blob, `storage.failed` where it cannot be read.
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

/** The whole of an asset in memory. Throws `input.too-large` before anything is read when it exceeds `maxBytes`. */
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
