/** What the header of an image tells about the effort of decoding it; names as in sharp's metadata. */
export interface PictureHeader {
  format?: string;
  width: number;
  height: number;
  channels: number;
  /** Type of a sample, for example `ushort`. */
  depth: string;
  /** Interlaced or progressive. */
  isProgressive?: boolean;
  /** EXIF orientation: 1 is upright. */
  orientation?: number;
}

const sampleBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/** 100 megapixels with 4 channels of 8 bits: far above the service's 2048 x 2048 and any camera. */
const maxDecodedBytes = 400_000_000;

/** Formats whose decoders hold the whole image in memory instead of some lines. */
const wholeFormats = new Set(["gif", "heif", "webp"]);

/**
 * Bytes that decoding an image takes, by its header: width x height x channels x depth, and twice that where the whole
 * image is held in memory. Only the first frame of an animation is ever decoded, so frames don't count.
 */
export function estimateDecodedBytes({
  format = "",
  width,
  height,
  channels,
  depth,
  isProgressive = false,
  orientation = 1,
}: PictureHeader): number {
  const bytes = width * height * channels * (sampleBytes[depth] ?? 16);
  const isWhole = isProgressive || orientation > 1 || wholeFormats.has(format);
  return isWhole ? 2 * bytes : bytes;
}

/** Whether decoding the image could exhaust the memory or take many seconds. */
export function isTooComplex(header: PictureHeader): boolean {
  return estimateDecodedBytes(header) > maxDecodedBytes;
}
