import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { StudioError } from "@/lib/errors/studio-error";
import { readAssetBytes } from "./open-asset.server";
import { sharp } from "./sharp.server";
import type { StoredAsset, ThumbnailWidth } from "./stored-asset";
import { derivedKey, type BlobStore, keepDerived } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";
import { decodeFrame, type VideoSource } from "./frames/decode-frame.server";

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

/** Grows with every change of what is stored; older files are never looked at again. */
const posterVersion = 1;
const posterQuality = 90;

/**
 * Videos that no frame came of, so that a library full of them does not start a process at every look. For a while: a
 * machine may have been too busy, or short of memory.
 */
const undecodable = new Map<string, { error: StudioError; until: number }>();
const rememberedFailures = 1_000;
const rememberedForMs = 10 * 60 * 1_000;

/**
 * The picture that stands for a video, in its size, as WebP: the first frame; where that is one flat colour, the first of
 * the first two seconds that is not. Made at the first request and kept.
 *
 * Throws `asset.type` for what is no video, `asset.corrupt` where nothing can be decoded, `asset.missing`, `storage.failed`.
 */
export async function getPoster(asset: VideoSource, store?: BlobStore): Promise<Buffer> {
  const blobStore = store ?? (await getBlobStore());
  const known = undecodable.get(asset.sha256);
  if (known && Date.now() < known.until) throw known.error;
  return keepDerived(blobStore, derivedKey(asset.sha256, `poster-v${posterVersion}.webp`), async () => {
    try {
      const { png } = await decodeFrame(asset, { kind: "poster" }, blobStore);
      return await sharp(png).webp({ quality: posterQuality }).toBuffer();
    } catch (error) {
      if (error instanceof StudioError && error.code === "asset.corrupt") remember(asset.sha256, error);
      throw error;
    }
  });
}

/** The oldest is forgotten first: a look at it costs a process, no more. */
function remember(sha256: string, error: StudioError): void {
  undecodable.delete(sha256);
  undecodable.set(sha256, { error, until: Date.now() + rememberedForMs });
  const [oldest] = undecodable.keys();
  if (undecodable.size > rememberedFailures && oldest !== undefined) undecodable.delete(oldest);
}
