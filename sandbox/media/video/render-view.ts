import type { CameraView } from "./camera-path.ts";

/** A picture of whole pixels, row by row, four bytes each: red, green, blue, opacity. */
export interface RasterPicture {
  width: number;
  height: number;
  pixels: Uint32Array;
}

/** Two of the four bytes of a pixel, with room between them to multiply both at once. */
const LANES = 0x00ff00ff;

/**
 * What the camera sees of a picture, into `target` of the same size. Beyond its edges the picture continues as in a
 * mirror. Bilinear, so that slow moves do not jump from pixel to pixel.
 */
export function renderView(picture: RasterPicture, view: CameraView, target: Uint32Array): void {
  const { width, height, pixels } = picture;
  const cosine = Math.cos(view.angle) / view.zoom;
  const sine = Math.sin(view.angle) / view.zoom;
  const centerX = width * (0.5 + view.x);
  const centerY = height * (0.5 + view.y);
  let place = 0;
  for (let row = 0; row < height; row += 1) {
    const fromCenterY = row + 0.5 - height / 2;
    let sourceX = centerX - (width / 2 - 0.5) * cosine - fromCenterY * sine - 0.5;
    let sourceY = centerY - (width / 2 - 0.5) * sine + fromCenterY * cosine - 0.5;
    const endX = sourceX + cosine * (width - 1);
    const endY = sourceY + sine * (width - 1);
    const isInside = isWithin(sourceX, endX, width) && isWithin(sourceY, endY, height);
    for (let column = 0; column < width; column += 1) {
      const left = Math.floor(sourceX);
      const top = Math.floor(sourceY);
      const x0 = isInside ? left : mirror(left, width);
      const x1 = isInside ? left + 1 : mirror(left + 1, width);
      const row0 = (isInside ? top : mirror(top, height)) * width;
      const row1 = (isInside ? top + 1 : mirror(top + 1, height)) * width;
      const across = ((sourceX - left) * 256) | 0;
      const down = ((sourceY - top) * 256) | 0;
      // Every index is within the picture.
      const above = mix(pixels[row0 + x0]!, pixels[row0 + x1]!, across);
      const below = mix(pixels[row1 + x0]!, pixels[row1 + x1]!, across);
      target[place] = mix(above, below, down);
      place += 1;
      sourceX += cosine;
      sourceY += sine;
    }
  }
}

/** Whether both ends of a line, and the pixel after each, are within a number of pixels. */
function isWithin(start: number, end: number, length: number): boolean {
  return Math.min(start, end) >= 0 && Math.max(start, end) < length - 1;
}

/** Between two pixels; `share` of the second from 0 to 256. */
function mix(one: number, other: number, share: number): number {
  const rest = 256 - share;
  const even = ((Math.imul(one & LANES, rest) + Math.imul(other & LANES, share)) >>> 8) & LANES;
  const odd = (Math.imul((one >>> 8) & LANES, rest) + Math.imul((other >>> 8) & LANES, share)) & (LANES << 8);
  return (even | odd) >>> 0;
}

/** The place within the picture of one beyond it: 0 1 2 2 1 0 0 1 … */
function mirror(place: number, length: number): number {
  if (place >= 0 && place < length) return place;
  const period = 2 * length;
  const within = ((place % period) + period) % period;
  return within < length ? within : period - 1 - within;
}
