import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";
import { openAsset } from "./open-asset.server";
import { makePicture } from "./pictures/decode-picture.server";
import type { StoredAsset, ThumbnailWidth } from "./stored-asset";
import { derivedKey, type BlobStore, getOrCreateDerived } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";
import { decodeFrame, type VideoSource } from "./frames/decode-frame.server";
import { stripFrames, stripHeight } from "./video-strip";

type ThumbnailSource = Pick<StoredAsset, "userId" | "sha256" | "bytes" | "kind">;

export function hasThumbnail({ kind }: Pick<StoredAsset, "kind">): boolean {
  return kind === "image" || kind === "video";
}

/**
 * The WebP thumbnail of an image or of a video's poster, at most `width` wide and never enlarged; created on
 * first request and kept. Concurrent requests in a process create it once; two processes write the same bytes.
 * Throws `asset.type` for other kinds, `asset.corrupt` or `asset.too-complex` where nothing can be decoded,
 * `asset.missing` and `storage.failed`.
 */
export async function getThumbnail(
  asset: ThumbnailSource,
  width: ThumbnailWidth,
  store?: BlobStore,
): Promise<Buffer> {
  if (!hasThumbnail(asset)) throw new StudioError("asset.type");
  const blobStore = store ?? (await getBlobStore());
  return getOrCreateDerived(blobStore, derivedKey(asset.sha256, `w${width}.webp`), async () => {
    const order = { kind: "thumbnail", width } as const;
    const turn = { userId: asset.userId };
    if (asset.kind === "video") {
      const poster = await getPoster(asset, blobStore);
      return makePicture({ bytes: poster.length, turn, open: () => [poster] }, order);
    }
    return unlessUndecodable(asset.sha256, () =>
      makePicture({ bytes: asset.bytes, turn, open: () => openAsset(asset, undefined, blobStore) }, order),
    );
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

/** Increment when the poster changes; older files are then ignored. */
const posterVersion = 1;

/**
 * Images and videos that couldn't be decoded, so that a library full of them doesn't start a process per view. Only for a
 * while, because the machine may have been too busy or low on memory.
 */
const undecodable = new Map<string, { error: StudioError; until: number }>();
const undecodableCodes = new Set<StudioErrorCode>(["asset.corrupt", "asset.too-complex"]);
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
  return getOrCreateDerived(blobStore, derivedKey(asset.sha256, `poster-v${posterVersion}.webp`), () =>
    unlessUndecodable(asset.sha256, async () => {
      const { picture } = await decodeFrame(asset, { kind: "poster" }, blobStore);
      const file = { bytes: picture.length, turn: { userId: asset.userId }, open: () => [picture] };
      return makePicture(file, { kind: "poster" });
    }),
  );
}

/** Increment when strips change; older files are then ignored. */
export const stripVersion = 1;

/**
 * Frames of a video side by side, `stripFrames` of them, as WebP of `stripHeight` pixels. Created on first request and kept.
 *
 * Throws what `getPoster` throws.
 */
export async function getStrip(asset: VideoSource, store?: BlobStore): Promise<Buffer> {
  const blobStore = store ?? (await getBlobStore());
  const key = derivedKey(asset.sha256, `strip-v${stripVersion}.webp`);
  return getOrCreateDerived(blobStore, key, () =>
    unlessUndecodable(key, async () => {
      const selector = { kind: "strip", frames: stripFrames, height: stripHeight } as const;
      return Buffer.from((await decodeFrame(asset, selector, blobStore)).picture);
    }),
  );
}

/** Remembers what can't be decoded, and then throws the same error without another try. */
async function unlessUndecodable<Result>(key: string, decode: () => Promise<Result>): Promise<Result> {
  const known = undecodable.get(key);
  if (known && Date.now() < known.until) throw known.error;
  try {
    return await decode();
  } catch (error) {
    if (error instanceof StudioError && undecodableCodes.has(error.code)) remember(key, error);
    throw error;
  }
}

/** Evicts the oldest entry; a later view of it starts one more process. */
function remember(key: string, error: StudioError): void {
  undecodable.delete(key);
  undecodable.set(key, { error, until: Date.now() + rememberedForMs });
  const [oldest] = undecodable.keys();
  if (undecodable.size > rememberedFailures && oldest !== undefined) undecodable.delete(oldest);
}
