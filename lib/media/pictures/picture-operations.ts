import sharp, { type Metadata, type Sharp } from "sharp";
import type { PictureFormat, PictureOrder, PictureResult } from "./picture-messages";

const thumbnailQuality = 80;
const posterQuality = 90;
const jpegQuality = 92;

/** Longer side of a reference in pixels, tried in order until the result fits. */
const fittingSides = [4096, 3072, 2048, 1536, 1024, 768, 512];

const backdropBlur = 24;

/** The smallest thumbnail: of all orders, it takes the least time and still reads the whole image. */
const checkedWidth = 160;

/**
 * Opens an image, with the same strictness for every order: what passes the check on upload can be shown and sent later.
 * The caller has checked the header, so sharp's own limit of pixels isn't needed.
 */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: "truncated", limitInputPixels: false });
}

/** Carries out an order. Throws what sharp throws for an image that can't be decoded. */
export async function performOrder(
  order: PictureOrder,
  bytes: Uint8Array,
  metadata: Metadata,
): Promise<PictureResult> {
  switch (order.kind) {
    case "check":
      await shrink(bytes, checkedWidth).toBuffer();
      return { outcome: "checked" };
    case "thumbnail":
      return written(await shrink(bytes, order.width).toBuffer(), "image/webp");
    case "poster":
      return written(await openPicture(bytes).webp({ quality: posterQuality }).toBuffer(), "image/webp");
    case "convert":
      return written(await convert(bytes, order), `image/${order.format}`);
    case "reference":
      return makeReference(bytes, metadata, order);
    case "fit":
      return written(await fit(bytes, order), "image/jpeg");
  }
}

function written(bytes: Uint8Array, mimeType: string): PictureResult {
  return { outcome: "written", bytes, mimeType };
}

function shrink(bytes: Uint8Array, width: number): Sharp {
  return openPicture(bytes)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: thumbnailQuality });
}

/** sharp drops all metadata by default. */
function openUpright(bytes: Uint8Array): Sharp {
  return openPicture(bytes).autoOrient().toColourspace("srgb");
}

function convert(
  bytes: Uint8Array,
  { format, xmp }: { format: PictureFormat; xmp: string | null },
): Promise<Uint8Array> {
  const upright = openUpright(bytes);
  switch (format) {
    case "png":
      return upright.png().toBuffer();
    case "jpeg":
      return upright.flatten({ background: "#ffffff" }).jpeg({ quality: jpegQuality }).toBuffer();
    case "webp":
      return (xmp === null ? upright : upright.withXmp(xmp)).webp({ quality: posterQuality }).toBuffer();
  }
}

async function makeReference(
  bytes: Uint8Array,
  metadata: Metadata,
  { mimeType, maxBytes }: { mimeType: string; maxBytes: number },
): Promise<PictureResult> {
  const isAccepted = mimeType === "image/jpeg" || mimeType === "image/png";
  if (isAccepted && bytes.length <= maxBytes && isClean(metadata)) return { outcome: "unchanged" };
  if (metadata.hasAlpha) {
    const png = await openUpright(bytes).png().toBuffer();
    if (png.length <= maxBytes) return written(png, "image/png");
  }
  const whole = Math.max(metadata.width, metadata.height);
  for (const side of [whole, ...fittingSides.filter((candidate) => candidate < whole)]) {
    const jpeg = await openUpright(bytes)
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: jpegQuality })
      .toBuffer();
    if (jpeg.length <= maxBytes) return written(jpeg, "image/jpeg");
  }
  return { outcome: "too-large" };
}

function isClean({ exif, xmp, iptc, orientation }: Metadata): boolean {
  return !exif && !xmp && !iptc && (orientation ?? 1) === 1;
}

async function fit(
  bytes: Uint8Array,
  { padded, ...frame }: { width: number; height: number; padded: boolean },
): Promise<Uint8Array> {
  const opened = () => openUpright(bytes).flatten({ background: "#ffffff" });
  const cover = opened().resize({ ...frame, fit: "cover" });
  if (!padded) return cover.jpeg({ quality: jpegQuality }).toBuffer();
  const [backdrop, whole] = await Promise.all([
    cover.blur(backdropBlur).modulate({ brightness: 0.7 }).toBuffer(),
    opened()
      .resize({ ...frame, fit: "inside" })
      .png()
      .toBuffer(),
  ]);
  return sharp(backdrop)
    .composite([{ input: whole, gravity: "centre" }])
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}
