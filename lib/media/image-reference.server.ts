import { StudioError } from "@/lib/errors/studio-error";
import { readAssetBytes } from "./open-asset.server";
import { makeReference } from "./pictures/decode-picture.server";
import type { BlobStore } from "./store/blob-store.server";
import { type StoredAsset, maxUploadBytes } from "./stored-asset";

interface ImageReference {
  bytes: Buffer;
  mimeType: string;
}

/** unshown.md Image: JPG or PNG under 10 MB, read as decimal megabytes to be safe. */
const maxImageReferenceBytes = 10_000_000;

/**
 * An image that the service accepts as a reference: JPG or PNG under the limit, upright, without EXIF, XMP or
 * IPTC, which could reveal a place or a name. A file that already qualifies is returned unchanged. Throws
 * `asset.type` for a non-image, `asset.corrupt` or `asset.too-complex` for one that can't be decoded, `asset.missing`.
 */
export async function prepareImageReference(
  asset: Pick<StoredAsset, "userId" | "sha256" | "bytes" | "kind" | "mimeType">,
  { maxBytes = maxImageReferenceBytes, store }: { maxBytes?: number; store?: BlobStore } = {},
): Promise<ImageReference> {
  if (asset.kind !== "image") throw new StudioError("asset.type");
  const { userId, mimeType } = asset;
  const bytes = await readAssetBytes(asset, maxUploadBytes, store);
  const file = { bytes: bytes.length, turn: { userId }, open: () => [bytes] };
  return (await makeReference(file, { mimeType, maxBytes })) ?? { bytes, mimeType };
}

/** A reference in a JSON request: `data:image/jpeg;base64,...`. */
export function toDataUrl({ bytes, mimeType }: { bytes: Buffer; mimeType: string }): string {
  return `data:${mimeType};base64,${bytes.toString("base64")}`;
}
