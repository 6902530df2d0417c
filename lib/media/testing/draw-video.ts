import { encodeFrames } from "@/sandbox/media/video/encode-frames";

export type Colour = readonly [red: number, green: number, blue: number];

export interface DrawVideoOptions {
  /** Even. */
  width?: number;
  /** Even. */
  height?: number;
  framesPerSecond?: number;
  /** Where the index (`moov`) stands. */
  indexPlace?: "first" | "last";
}

/** A small H.264 video without sound, in MP4: one frame for each colour, or for each pair of them beside each other. */
export async function drawVideo(
  frames: readonly (Colour | { left: Colour; right: Colour })[],
  { width = 96, height = 64, framesPerSecond = 10, indexPlace = "last" }: DrawVideoOptions,
): Promise<Buffer> {
  function* paint(): Generator<Uint8Array> {
    for (const frame of frames) {
      const { left, right } = "left" in frame ? frame : { left: frame, right: frame };
      const pixels = new Uint8Array(width * height * 4);
      for (let at = 0; at < width * height; at += 1) {
        pixels.set([...(at % width < width / 2 ? left : right), 255], at * 4);
      }
      yield pixels;
    }
  }
  return Buffer.from(await encodeFrames(paint(), { width, height, framesPerSecond }, indexPlace));
}
