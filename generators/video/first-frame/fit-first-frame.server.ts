import { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import { FIRST_FRAME_LIMITS } from "@/lib/service/contract/video-modes";
import { openAsset } from "@/lib/media/open-asset.server";
import { makePicture } from "@/lib/media/pictures/decode-picture.server";
import { storeAsset, type StoreAssetDependencies } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import type { FitManner } from "./first-frame-report";

interface Size {
  width: number;
  height: number;
}

const { aspectMin, aspectMax, shortSideOverPixels, underBytes } = FIRST_FRAME_LIMITS;
/** The short side of an enlarged picture: that of the smallest video. */
const smallestShortSide = 512;
/** More than any video (1080P), and far below 20 MB as JPEG. */
const largestLongSide = 2560;

/**
 * Fits a picture to the rules for first frames (unshown.md Video "first_frame_image") and stores it as a new JPEG
 * asset.
 *
 * Throws `asset.type` if it is no image, `asset.corrupt` or `asset.too-complex` if it cannot be decoded, and the errors
 * of `storeAsset`.
 */
export async function fitFirstFrame(
  asset: StoredAsset,
  { manner }: { manner: FitManner },
  dependencies: StoreAssetDependencies = {},
): Promise<StoredAsset> {
  const { width, height } = asset;
  if (asset.kind !== "image") throw new StudioError("asset.type");
  if (width === undefined || height === undefined) throw new StudioError("asset.corrupt");
  const size = { width, height };
  const fitted = await makePicture(
    {
      bytes: asset.bytes,
      turn: { userId: asset.userId },
      open: () => openAsset(asset, undefined, dependencies.store),
    },
    { kind: "fit", ...chooseSize(frameOf(size, manner)), padded: manner === "pad" && isTooLong(size) },
  );
  return storeAsset(
    {
      userId: asset.userId,
      origin: "upload",
      expectedKind: "image",
      maxBytes: underBytes - 1,
      fileName: nameFitted(asset.fileName),
      source: Readable.from([fitted]),
    },
    dependencies,
  );
}

function isTooLong({ width, height }: Size): boolean {
  return width / height < aspectMin || width / height > aspectMax;
}

/** The size of the cropped part, or of the frame around the whole. */
function frameOf({ width, height }: Size, manner: FitManner): Size {
  const aspect = Math.min(aspectMax, Math.max(aspectMin, width / height));
  const isTooWide = width / height > aspect;
  const keepsHeight = manner === "crop" ? isTooWide : !isTooWide;
  return keepsHeight ? { width: height * aspect, height } : { width, height: width / aspect };
}

/** Scales to whole pixels, rounded so that the aspect stays within the limits. */
function chooseSize({ width, height }: Size): Size {
  const shortSide = Math.min(width, height);
  const enlarged = shortSide <= shortSideOverPixels ? smallestShortSide / shortSide : 1;
  const scale = Math.min(enlarged, largestLongSide / Math.max(width, height));
  const [roundWidth, roundHeight] =
    width >= height ? ([Math.floor, Math.ceil] as const) : ([Math.ceil, Math.floor] as const);
  return { width: roundWidth(width * scale), height: roundHeight(height * scale) };
}

/** `evening.png` becomes `evening (fitted).jpg`. */
function nameFitted(fileName = "picture"): string {
  return `${fileName.replace(/\.[^.]{1,5}$/, "").slice(0, 180)} (fitted).jpg`.toWellFormed();
}
