import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { sharp } from "./sharp.server";
import { StudioError } from "@/lib/errors/studio-error";
import { readAssetBytes } from "./open-asset.server";
import type { StoredAsset } from "./stored-asset";
import { BlobMissingError, derivedKey, type BlobStore } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";
import type { ThumbnailWidth } from "./thumbnail-widths";

type ThumbnailSource = Pick<StoredAsset, "sha256" | "bytes" | "kind">;

/** Pictures of the service are far below; what is larger is not decoded for a thumbnail. */
const maxSourceBytes = 128 * 1024 * 1024;
const webpQuality = 80;

/** Decoding is the studio's heaviest work: as many at once as there are cores, and the rest in line. */
const limit = pLimit(availableParallelism());
const underway = new Map<string, Promise<Buffer>>();

/**
 * The WebP thumbnail of a picture, at most `width` wide and never enlarged: made at the first request and kept. Two
 * requests at once make it once in a process; two processes write the same bytes whole, one after the other.
 * Throws `asset.type` for what is no picture, `asset.missing` and `storage.failed`.
 */
export async function getThumbnail(
  asset: ThumbnailSource,
  width: ThumbnailWidth,
  store?: BlobStore,
): Promise<Buffer> {
  if (asset.kind !== "image") throw new StudioError("asset.type");
  const blobStore = store ?? (await getBlobStore());
  const key = derivedKey(asset.sha256, `w${width}.webp`);
  return (await findThumbnail(blobStore, key)) ?? (await makeOnce(asset, width, key, blobStore));
}

/** Makes thumbnails ahead of the first look, those the library and the create page show. */
export async function makeThumbnails(
  asset: ThumbnailSource,
  { widths = [320, 640], store }: { widths?: readonly ThumbnailWidth[]; store?: BlobStore } = {},
): Promise<void> {
  if (asset.kind !== "image") return;
  for (const width of widths) await getThumbnail(asset, width, store);
}

async function findThumbnail(store: BlobStore, key: string): Promise<Buffer | null> {
  try {
    const chunks = await Array.fromAsync((await store.openRead(key)) as AsyncIterable<Uint8Array>);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

function makeOnce(
  asset: ThumbnailSource,
  width: ThumbnailWidth,
  key: string,
  store: BlobStore,
): Promise<Buffer> {
  const known = underway.get(key);
  if (known) return known;
  const making = limit(() => makeThumbnail(asset, width, key, store)).finally(() => underway.delete(key));
  underway.set(key, making);
  return making;
}

async function makeThumbnail(
  asset: ThumbnailSource,
  width: ThumbnailWidth,
  key: string,
  store: BlobStore,
): Promise<Buffer> {
  const source = await readAssetBytes(asset, maxSourceBytes, store);
  const thumbnail = await sharp(source)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: webpQuality })
    .toBuffer();
  const writer = await store.createWriter();
  try {
    await writer.write(thumbnail);
    await writer.seal();
    await writer.commit(key);
  } finally {
    await writer.discard();
  }
  return thumbnail;
}
