import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { StudioError } from "@/lib/errors/studio-error";
import { readAssetBytes } from "./open-asset.server";
import { sharp } from "./sharp.server";
import type { StoredAsset, ThumbnailWidth } from "./stored-asset";
import { derivedKey, type BlobStore, getOrCreateDerived } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";
import { decodeFrame, type VideoSource } from "./frames/decode-frame.server";

type ThumbnailSource = Pick<StoredAsset, "sha256" | "bytes" | "kind">;

/** Larger images are not decoded; those of the service are far below. */
const maxSourceBytes = 128 * 1024 * 1024;
const webpQuality = 80;

/** Decoding is CPU-bound: one image per core at a time. */
const limit = pLimit(availableParallelism());

export function hasThumbnail({ kind }: Pick<StoredAsset, "kind">): boolean {
  return kind === "image" || kind === "video";
}

/**
 * The WebP thumbnail of an image or of a video's poster, at most `width` wide and never enlarged; created on
 * first request and kept. Concurrent requests in a process create it once; two processes write the same bytes.
 * Throws `asset.type` for other kinds, `asset.corrupt` for a video that can't be decoded, `asset.missing` and
 * `storage.failed`.
 */
export async function getThumbnail(
  asset: ThumbnailSource,
  width: ThumbnailWidth,
  store?: BlobStore,
): Promise<Buffer> {
  if (!hasThumbnail(asset)) throw new StudioError("asset.type");
  const blobStore = store ?? (await getBlobStore());
  return getOrCreateDerived(blobStore, derivedKey(asset.sha256, `w${width}.webp`), async () => {
    if (asset.kind === "image") return limit(async () => shrink(await readPicture(asset, blobStore), width));
    const poster = await getPoster(asset, blobStore);
    return limit(() => shrink(poster, width));
  });
}

/** Creates the thumbnails that the library and the create page show. */
export async function createThumbnails(
  asset: ThumbnailSource,
  { widths = [320, 640], store }: { widths?: readonly ThumbnailWidth[]; store?: BlobStore } = {},
): Promise<void> {
  if (!hasThumbnail(asset)) return;
  for (const width of widths) await getThumbnail(asset, width, store);
}

function readPicture(asset: ThumbnailSource, store: BlobStore): Promise<Buffer> {
  return readAssetBytes(asset, maxSourceBytes, store);
}

function shrink(source: Buffer, width: ThumbnailWidth): Promise<Buffer> {
  return sharp(source)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: webpQuality })
    .toBuffer();
}

/** Increment when the poster changes; older files are then ignored. */
const posterVersion = 1;
const posterQuality = 90;

/**
 * Videos that couldn't be decoded, so that a library full of them doesn't start a process per view. Only for a
 * while, because the machine may have been too busy or low on memory.
 */
const undecodable = new Map<string, { error: StudioError; until: number }>();
const rememberedFailures = 1_000;
const rememberedForMs = 10 * 60 * 1_000;

/**
 * The poster of a video, in its size, as WebP: the first frame, or the first of the first two seconds that
 * isn't one flat colour. Created on first request and kept.
 *
 * Throws `asset.type` for a non-video, `asset.corrupt` where nothing can be decoded, `asset.missing`,
 * `storage.failed`.
 */
export async function getPoster(asset: VideoSource, store?: BlobStore): Promise<Buffer> {
  const blobStore = store ?? (await getBlobStore());
  const known = undecodable.get(asset.sha256);
  if (known && Date.now() < known.until) throw known.error;
  return getOrCreateDerived(
    blobStore,
    derivedKey(asset.sha256, `poster-v${posterVersion}.webp`),
    async () => {
      try {
        const { png } = await decodeFrame(asset, { kind: "poster" }, blobStore);
        return await sharp(png).webp({ quality: posterQuality }).toBuffer();
      } catch (error) {
        if (error instanceof StudioError && error.code === "asset.corrupt") remember(asset.sha256, error);
        throw error;
      }
    },
  );
}

/** Evicts the oldest entry; a later view of it starts one more process. */
function remember(sha256: string, error: StudioError): void {
  undecodable.delete(sha256);
  undecodable.set(sha256, { error, until: Date.now() + rememberedForMs });
  const [oldest] = undecodable.keys();
  if (undecodable.size > rememberedFailures && oldest !== undefined) undecodable.delete(oldest);
}
