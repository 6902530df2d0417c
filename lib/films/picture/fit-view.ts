import type { Shot, ShotContent, View } from "../film-document";

/** A rectangle in pixels; of a source, it need not be whole. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

export const wholeView: View = { x: 0, y: 0, width: 1, height: 1 };

/** How a picture is placed in a frame. */
export interface FittedView {
  /** The part of the picture that is seen, and where. */
  view: View;
  box: Box;
  /** What is around the box: nothing, black, or this part of the picture over the whole frame, blurred and darkened. */
  ground: "none" | "black" | View;
}

/** Where a part of a picture is seen in a frame, by the fit of its shot. Pure. */
export function fitView(shown: Size, frame: Size, fit: Shot["fit"], view: View = wholeView): FittedView {
  const aspect = (view.width * shown.width) / (view.height * shown.height);
  const cropped = findCrop(view, aspect / (frame.width / frame.height));
  const box = findBox(frame, aspect);
  if (fit === "fill" || (box.width === frame.width && box.height === frame.height)) {
    return { view: cropped, box: { x: 0, y: 0, width: frame.width, height: frame.height }, ground: "none" };
  }
  return { view, box, ground: fit === "blur" ? cropped : "black" };
}

/** The middle part of a view that has another aspect: `ratio` is the view's width over what is wanted. */
function findCrop({ x, y, width, height }: View, ratio: number): View {
  // Scaled by less than a pixel in a thousand rather than cropped.
  if (Math.abs(ratio - 1) < 1e-3) return { x, y, width, height };
  if (ratio > 1) return { x: x + (width - width / ratio) / 2, y, width: width / ratio, height };
  return { x, y: y + (height - height * ratio) / 2, width, height: height * ratio };
}

/** Where a picture of an aspect is within another: even, as colours have half of the samples. */
function findBox({ width, height }: Size, aspect: number): Box {
  const toEven = (length: number, most: number) => Math.min(most, Math.max(2, 2 * Math.round(length / 2)));
  const shownWidth = toEven(Math.min(width, height * aspect), width);
  const shownHeight = toEven(Math.min(height, width / aspect), height);
  return {
    x: 2 * Math.round((width - shownWidth) / 4),
    y: 2 * Math.round((height - shownHeight) / 4),
    width: shownWidth,
    height: shownHeight,
  };
}

type Move = NonNullable<Extract<ShotContent, { kind: "picture" }>["move"]>;

/** What a pan and zoom shows at a frame of its shot. As a split shot has it: where one half ends, the other goes on. Pure. */
export function findMoveView({ from, to }: Move, frame: number, frames: number): View {
  const share = frame / frames;
  const between = (key: keyof View) => from[key] + (to[key] - from[key]) * share;
  return { x: between("x"), y: between("y"), width: between("width"), height: between("height") };
}

/** More than 4K isn't kept, as closely as a film may look. */
const maxPictureSide = 4_096;

/** How long the longer side of a decoded picture needs to be for the closest view of it. Pure. */
export function findPictureSide({ width, height }: Size, move: Move | null): number {
  const closest = move ? Math.min(move.from.width, move.to.width, move.from.height, move.to.height) : 1;
  return Math.min(maxPictureSide, Math.ceil((1.5 * Math.max(width, height)) / closest));
}

/** How much light a blurred ground loses. */
export const groundDarkness = 0.35;
/** The reach of the blur in pixels of the small ground, for light; colours have half of it. */
export const groundBlur = 4;
/** Twice is soft enough that no edge of the box is seen. */
export const groundPasses = 2;

/** How small a ground is drawn before it is blurred. Pure. */
export function findGroundSize({ width, height }: Size): Size {
  const toSmall = (length: number) => Math.max(4, 2 * Math.round(length / 8 / 2));
  return { width: toSmall(width), height: toSmall(height) };
}

interface Samples extends Size {
  data: Uint8Array | Uint8ClampedArray;
  offset: number;
  /** From one sample to the next, and from one row to the next. */
  step: number;
  stride: number;
}

/** Blurs samples in place by a running mean along rows, then columns; the ends go on with their last sample. */
export function blurSamples({ data, offset, step, stride, width, height }: Samples, radius: number): void {
  for (let row = 0; row < height; row += 1) blurLine(data, offset + row * stride, step, width, radius);
  for (let column = 0; column < width; column += 1) {
    blurLine(data, offset + column * step, stride, height, radius);
  }
}

function blurLine(data: Samples["data"], start: number, step: number, length: number, radius: number): void {
  const line = Uint8Array.from({ length }, (_, at) => data[start + at * step]!);
  const read = (at: number) => line[Math.min(length - 1, Math.max(0, at))]!;
  const count = 2 * radius + 1;
  let sum = 0;
  for (let at = -radius; at <= radius; at += 1) sum += read(at);
  for (let at = 0; at < length; at += 1) {
    data[start + at * step] = Math.round(sum / count);
    sum += read(at + radius + 1) - read(at - radius);
  }
}
