import sharp from "sharp";
import { drawWatermark } from "../draw-image.ts";

/** A small picture with opacity, and where it lies. */
export interface Overlay {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Red, green, blue, opacity. */
  bytes: Uint8Array;
}

/** The mark of `aigc_watermark` for frames of a size; it stays where it is while the camera moves. */
export async function makeWatermark(width: number, height: number): Promise<Overlay> {
  const unit = Math.min(width, height) / 100;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawWatermark(width, unit)}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .trim({ background: "#0000", threshold: 0 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
  return { left, top, width: info.width, height: info.height, bytes: data };
}

/** Lays the overlay over a frame of the width given, red, green, blue, opacity. */
export function layOver(frame: Uint8Array, frameWidth: number, overlay: Overlay): void {
  const { left, top, width, height, bytes } = overlay;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = (row * width + column) * 4;
      const to = ((top + row) * frameWidth + left + column) * 4;
      const opacity = (bytes[from + 3] ?? 0) / 255;
      for (const channel of [0, 1, 2]) {
        const under = frame[to + channel] ?? 0;
        frame[to + channel] = under + ((bytes[from + channel] ?? 0) - under) * opacity;
      }
    }
  }
}
