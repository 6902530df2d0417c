import { VideoReader } from "../video-reader";
import type { Planes } from "../planes";

/** Red, green and blue of a picture of BT.709 in limited range. */
export function toPixels({ width, height, data, planes }: Planes): Uint8ClampedArray {
  const [, blues, reds] = planes;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const light = (255 / 219) * (data[y * width + x]! - 16);
      const chroma = (y >> 1) * blues.stride + (x >> 1);
      const blue = (data[blues.offset + chroma]! - 128) / 112;
      const red = (data[reds.offset + chroma]! - 128) / 112;
      pixels[at] = light + 255 * 0.7874 * red;
      pixels[at + 1] = light - 255 * (0.093_662 * blue + 0.234_062 * red);
      pixels[at + 2] = light + 255 * 0.9278 * blue;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

/** The mean difference of two pictures in steps of 255, over red, green and blue. */
export function findMeanDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  if (one.length !== other.length) throw new Error(`${one.length} and ${other.length} bytes`);
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) if (at % 4 !== 3) sum += Math.abs(one[at]! - other[at]!);
  return sum / ((one.length / 4) * 3);
}

/** Reads some frames of a film, in ascending order. */
export async function readFilmFrames(
  file: string,
  frames: readonly number[],
  frameRate: number,
): Promise<Map<number, Uint8ClampedArray>> {
  const reader = await VideoReader.open(file, 0);
  try {
    const pictures = new Map<number, Uint8ClampedArray>();
    for (const frame of frames) {
      const { planes } = await reader.readAt((frame + 0.5) / frameRate);
      pictures.set(frame, toPixels(planes));
    }
    return pictures;
  } finally {
    reader.close();
  }
}
