/** One plane of samples in a larger buffer. */
export interface Plane {
  data: Uint8Array;
  offset: number;
  /** Bytes from row to row. */
  stride: number;
  width: number;
  height: number;
}

/**
 * A picture as video has it: light, and the two colours in half of the width and height. Matrix BT.709 in limited range, so
 * that mixing pictures is mixing bytes and nothing is converted between decoder and encoder.
 */
export interface Planes {
  width: number;
  height: number;
  data: Uint8Array;
  planes: readonly [light: Plane, blue: Plane, red: Plane];
}

/** Black in limited range. */
export const blackLight = 16;
export const noColour = 128;

/** Black, of any size. */
export function createPlanes(width: number, height: number): Planes {
  const [chromaWidth, chromaHeight] = [(width + 1) >> 1, (height + 1) >> 1];
  const [light, chroma] = [width * height, chromaWidth * chromaHeight];
  const data = new Uint8Array(light + 2 * chroma).fill(blackLight, 0, light).fill(noColour, light);
  const colour = (offset: number) => ({
    ...{ data, offset, stride: chromaWidth },
    ...{ width: chromaWidth, height: chromaHeight },
  });
  const first: Plane = { data, offset: 0, stride: width, width, height };
  return { width, height, data, planes: [first, colour(light), colour(light + chroma)] };
}

export function fillPlanes({ data, planes }: Planes, [light, blue, red]: readonly [number, number, number]) {
  data.fill(light, 0, planes[1].offset);
  data.fill(blue, planes[1].offset, planes[2].offset);
  data.fill(red, planes[2].offset);
}

/** Mixes so much of `coming` into `target`, both of one size. */
export function mixPlanes(target: Planes, coming: Planes, share: number): void {
  const weight = Math.round(share * 256);
  const [into, from] = [target.data, coming.data];
  for (let at = 0; at < into.length; at += 1) {
    const here = into[at]!;
    into[at] = here + (((from[at]! - here) * weight + 128) >> 8);
  }
}

/** Puts the left part of `coming` over `target`: a wipe to the right. */
export function wipePlanes(target: Planes, coming: Planes, share: number): void {
  // A whole number of colour samples.
  const edge = 2 * Math.round((share * target.width) / 2);
  for (const [index, plane] of target.planes.entries()) {
    const width = index === 0 ? edge : edge / 2;
    for (let row = 0; row < plane.height; row += 1) {
      const at = plane.offset + row * plane.stride;
      plane.data.set(coming.data.subarray(at, at + width), at);
    }
  }
}

/** Takes away so much of the light: 1 is black. */
export function darkenPlanes({ data, planes }: Planes, black: number): void {
  const weight = Math.round((1 - black) * 256);
  const toShare = (zero: number) =>
    Uint8Array.from({ length: 256 }, (_, value) => zero + (((value - zero) * weight + 128) >> 8));
  const light = toShare(blackLight);
  const colour = toShare(noColour);
  const border = planes[1].offset;
  for (let at = 0; at < border; at += 1) data[at] = light[data[at]!]!;
  for (let at = border; at < data.length; at += 1) data[at] = colour[data[at]!]!;
}

/** A picture with opacity, such as a caption: what it covers of a frame begins at an even place. */
export interface Overlay {
  x: number;
  y: number;
  planes: Planes;
  /** Of each pixel, and of each sample of colour; 255 hides what is below. */
  opacity: Uint8Array;
  colourOpacity: Uint8Array;
}

/** Lays an overlay over a picture that is large enough for it. */
export function layOver(target: Planes, { x, y, planes, opacity, colourOpacity }: Overlay): void {
  for (const [index, source] of planes.planes.entries()) {
    const plane = target.planes[index]!;
    const [left, top] = index === 0 ? [x, y] : [x >> 1, y >> 1];
    const weights = index === 0 ? opacity : colourOpacity;
    for (let row = 0; row < source.height; row += 1) {
      let to = plane.offset + (top + row) * plane.stride + left;
      let from = source.offset + row * source.stride;
      for (let at = row * source.width; at < (row + 1) * source.width; at += 1, to += 1, from += 1) {
        const weight = weights[at]!;
        if (weight === 0) continue;
        const here = plane.data[to]!;
        plane.data[to] = here + Math.round(((source.data[from]! - here) * weight) / 255);
      }
    }
  }
}
