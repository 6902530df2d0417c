import { StudioError } from "@/lib/errors/studio-error";
import { readAssetBytes } from "./open-asset.server";
import { sharp, type Metadata, type Sharp } from "./sharp.server";
import type { BlobStore } from "./store/blob-store.server";
import { type StoredAsset, maxUploadBytes } from "./stored-asset";

interface ImageReference {
  bytes: Buffer;
  mimeType: "image/jpeg" | "image/png";
}

/** unshown.md Image: JPG or PNG under 10 MB, read as decimal megabytes to be safe. */
const maxImageReferenceBytes = 10_000_000;

const jpegQuality = 92;
/** Longer side in pixels, tried in order until the result fits. */
const fittingSides = [4096, 3072, 2048, 1536, 1024, 768, 512];

/**
 * An image that the service accepts as a reference: JPG or PNG under the limit, upright, without EXIF, XMP or
 * IPTC, which could reveal a place or a name. A file that already qualifies is returned unchanged. Throws
 * `asset.type` for a non-image, `asset.corrupt` for one that can't be decoded, `asset.missing`.
 */
export async function prepareImageReference(
  asset: Pick<StoredAsset, "sha256" | "bytes" | "kind" | "mimeType">,
  { maxBytes = maxImageReferenceBytes, store }: { maxBytes?: number; store?: BlobStore } = {},
): Promise<ImageReference> {
  if (asset.kind !== "image") throw new StudioError("asset.type");
  const source = await readAssetBytes(asset, maxUploadBytes, store);
  try {
    const metadata = await sharp(source).metadata();
    const mimeType = asset.mimeType;
    if (
      (mimeType === "image/jpeg" || mimeType === "image/png") &&
      source.length <= maxBytes &&
      isClean(metadata)
    ) {
      return { bytes: source, mimeType };
    }
    return await convert(source, metadata, maxBytes);
  } catch (cause) {
    throw cause instanceof StudioError ? cause : new StudioError("asset.corrupt", { cause });
  }
}

/** A reference in a JSON request: `data:image/jpeg;base64,...`. */
export function toDataUrl({ bytes, mimeType }: { bytes: Buffer; mimeType: string }): string {
  return `data:${mimeType};base64,${bytes.toString("base64")}`;
}

function isClean({ exif, xmp, iptc, orientation }: Metadata): boolean {
  return !exif && !xmp && !iptc && (orientation ?? 1) === 1;
}

async function convert(source: Buffer, metadata: Metadata, maxBytes: number): Promise<ImageReference> {
  if (metadata.hasAlpha) {
    const bytes = await readUpright(source).png().toBuffer();
    if (bytes.length <= maxBytes) return { bytes, mimeType: "image/png" };
  }
  const whole = Math.max(metadata.width, metadata.height);
  for (const side of [whole, ...fittingSides.filter((candidate) => candidate < whole)]) {
    const bytes = await readUpright(source)
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: jpegQuality })
      .toBuffer();
    if (bytes.length <= maxBytes) return { bytes, mimeType: "image/jpeg" };
  }
  throw new StudioError("input.too-large", { values: { maxBytes } });
}

/** sharp drops all metadata by default. */
function readUpright(source: Buffer): Sharp {
  return sharp(source, { failOn: "truncated" }).autoOrient().toColourspace("srgb");
}
