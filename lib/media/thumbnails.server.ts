import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { StudioError } from "@/lib/errors/studio-error";
import { getPoster } from "./frames/get-poster.server";
import { readAssetBytes } from "./open-asset.server";
import { sharp } from "./sharp.server";
import type { StoredAsset } from "./stored-asset";
import { derivedKey, type BlobStore } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";
import { keepDerived } from "./store/keep-derived.server";
import type { ThumbnailWidth } from "./thumbnail-widths";

type ThumbnailSource = Pick<StoredAsset, "sha256" | "bytes" | "kind">;

/** Pictures of the service are far below; what is larger is not decoded for a thumbnail. */
const maxSourceBytes = 128 * 1024 * 1024;
const webpQuality = 80;

/** Decoding is the studio's heaviest work: as many at once as there are cores, and the rest in line. */
const limit = pLimit(availableParallelism());

/** Whether there is a picture of it: it is one, or it has frames. */
export function hasThumbnail({ kind }: Pick<StoredAsset, "kind">): boolean {
  return kind === "image" || kind === "video";
}

/**
 * The WebP thumbnail of a picture, or of the poster of a video, at most `width` wide and never enlarged: made at the first
 * request and kept. Requests at once make it once in a process; two processes write the same bytes whole.
 * Throws `asset.type` for everything else, `asset.corrupt` for a video that cannot be decoded, `asset.missing` and
 * `storage.failed`.
 */
export async function getThumbnail(
  asset: ThumbnailSource,
  width: ThumbnailWidth,
  store?: BlobStore,
): Promise<Buffer> {
  if (!hasThumbnail(asset)) throw new StudioError("asset.type");
  const blobStore = store ?? (await getBlobStore());
  return keepDerived(blobStore, derivedKey(asset.sha256, `w${width}.webp`), async () => {
    if (asset.kind === "image") return limit(async () => shrink(await readPicture(asset, blobStore), width));
    const poster = await getPoster(asset, blobStore);
    return limit(() => shrink(poster, width));
  });
}

/** Makes thumbnails ahead of the first look, those the library and the create page show. */
export async function makeThumbnails(
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
