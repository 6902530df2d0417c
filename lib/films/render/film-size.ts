import type { FilmAspect } from "../film-document";

/** What a film can be exported as: the lines of a film of 16:9. */
export const filmQualities = ["1080p", "720p"] as const;
export type FilmQuality = (typeof filmQualities)[number];

/** The shorter and the longer side of the frame that every aspect has to fit in. */
const limits = { "1080p": [1_080, 1_920], "720p": [720, 1_280] } as const;

const shares: Record<FilmAspect, readonly [width: number, height: number]> = {
  "16:9": [16, 9],
  "9:16": [9, 16],
  "1:1": [1, 1],
  "4:5": [4, 5],
  "21:9": [21, 9],
};

/** The size of a film in pixels: even, as H.264 has one colour for four pixels. Pure. */
export function findFilmSize(aspect: FilmAspect, quality: FilmQuality): { width: number; height: number } {
  return findFrameIn(aspect, limits[quality]);
}

/** The largest frame of an aspect whose sides fit into two limits. Pure. */
export function findFrameIn(
  aspect: FilmAspect,
  [shorter, longer]: readonly [shorter: number, longer: number],
): { width: number; height: number } {
  const [width, height] = shares[aspect];
  const scale = Math.min(shorter / Math.min(width, height), longer / Math.max(width, height));
  return { width: toEven(width * scale), height: toEven(height * scale) };
}

const toEven = (pixels: number) => 2 * Math.round(pixels / 2);
