import { StudioError } from "@/lib/errors/studio-error";
import { FIRST_FRAME_LIMITS } from "@/lib/service/contract/video-modes";
import { readAssetBytes } from "@/lib/media/open-asset.server";
import { sharp, type Sharp } from "@/lib/media/sharp.server";
import { storeAsset, type StoreAssetDependencies } from "@/lib/media/store-asset.server";
import { type StoredAsset, maxUploadBytes } from "@/lib/media/stored-asset";
import type { FitManner } from "./fit-manner";

interface Size {
  width: number;
  height: number;
}

const { aspectMin, aspectMax, shortSideOverPixels, underBytes } = FIRST_FRAME_LIMITS;
/** A picture that is too small is enlarged to the short side of the smallest video there is. */
const smallestShortSide = 512;
/** More than any video shows (1080P), and far below 20 MB as JPEG. */
const largestLongSide = 2560;
const jpegQuality = 92;
const backdropBlur = 24;

/**
 * Makes of a picture one that a video can begin with (unshown.md Video "first_frame_image") and stores it as a file of its
 * own: JPEG, the aspect within 2:5 to 5:2, neither too small nor too large. The picture itself stays as it is.
 *
 * Throws `asset.type` for what is no picture, `asset.corrupt` for one that cannot be decoded, and what `storeAsset`
 * throws.
 */
export async function fitFirstFrame(
  asset: StoredAsset,
  { manner }: { manner: FitManner },
  dependencies: StoreAssetDependencies = {},
): Promise<StoredAsset> {
  const { width, height } = asset;
  if (asset.kind !== "image") throw new StudioError("asset.type");
  if (width === undefined || height === undefined) throw new StudioError("asset.corrupt");
  const source = await readAssetBytes(asset, maxUploadBytes, dependencies.store);
  const bytes = await draw(source, { width, height }, manner);
  return storeAsset(
    {
      userId: asset.userId,
      origin: "upload",
      expectedKind: "image",
      maxBytes: underBytes - 1,
      fileName: nameFitted(asset.fileName),
      source: toChunks(bytes),
    },
    dependencies,
  );
}

async function draw(source: Buffer, size: Size, manner: FitManner): Promise<Buffer> {
  const frame = chooseSize(frameOf(size, manner));
  try {
    const cover = open(source).resize({ ...frame, fit: "cover" });
    if (manner === "crop" || !isTooLong(size)) return await toJpeg(cover);
    const [backdrop, whole] = await Promise.all([
      cover.blur(backdropBlur).modulate({ brightness: 0.7 }).toBuffer(),
      open(source)
        .resize({ ...frame, fit: "inside" })
        .png()
        .toBuffer(),
    ]);
    return await toJpeg(sharp(backdrop).composite([{ input: whole, gravity: "centre" }]));
  } catch (cause) {
    throw new StudioError("asset.corrupt", { cause });
  }
}

function open(source: Buffer): Sharp {
  return sharp(source, { failOn: "truncated" })
    .autoOrient()
    .toColourspace("srgb")
    .flatten({ background: "#ffffff" });
}

function toJpeg(picture: Sharp): Promise<Buffer> {
  return picture.jpeg({ quality: jpegQuality }).toBuffer();
}

function isTooLong({ width, height }: Size): boolean {
  return width / height < aspectMin || width / height > aspectMax;
}

/** The part of the picture that stays, or the frame around the whole of it. */
function frameOf({ width, height }: Size, manner: FitManner): Size {
  const aspect = Math.min(aspectMax, Math.max(aspectMin, width / height));
  const isTooWide = width / height > aspect;
  const keepsHeight = manner === "crop" ? isTooWide : !isTooWide;
  return keepsHeight ? { width: height * aspect, height } : { width, height: width / aspect };
}

/** In whole pixels, and never beyond the allowed aspect by rounding. */
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

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
