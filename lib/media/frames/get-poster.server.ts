import { StudioError } from "@/lib/errors/studio-error";
import { sharp } from "../sharp.server";
import { derivedKey, type BlobStore } from "../store/blob-store.server";
import { getBlobStore } from "../store/get-blob-store.server";
import { keepDerived } from "../store/keep-derived.server";
import { decodeFrame, type VideoSource } from "./decode-frame.server";

/** Grows with every change of what is stored; older files are never looked at again. */
const version = 1;
const webpQuality = 90;

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
  return keepDerived(blobStore, derivedKey(asset.sha256, `poster-v${version}.webp`), async () => {
    try {
      const { png } = await decodeFrame(asset, { kind: "poster" }, blobStore);
      return await sharp(png).webp({ quality: webpQuality }).toBuffer();
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
