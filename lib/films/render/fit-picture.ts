import type { Shot, View } from "../film-document";
import {
  blackLight,
  createPlanes,
  darkenPlanes,
  fillPlanes,
  noColour,
  type Plane,
  type Planes,
} from "./planes";
import { type Area, PlanePyramid } from "./scale-planes";

/** A picture that can be drawn in any size, with the size that it is shown in. */
export interface Drawable {
  pyramids: readonly PlanePyramid[];
  planes: Planes;
  shownWidth: number;
  shownHeight: number;
}

export function toDrawable(planes: Planes, shown?: { width: number; height: number }): Drawable {
  const pyramids = planes.planes.map((plane) => new PlanePyramid(plane));
  const { width, height } = shown ?? planes;
  return { pyramids, planes, shownWidth: width, shownHeight: height };
}

export const wholeView: View = { x: 0, y: 0, width: 1, height: 1 };

/** Draws a part of a picture into the whole of another. */
export function fitPicture(source: Drawable, target: Planes, fit: Shot["fit"], view: View = wholeView): void {
  const width = view.width * source.shownWidth;
  const height = view.height * source.shownHeight;
  const cropped = findCrop(view, width / height / (target.width / target.height));
  const whole = { x: 0, y: 0, width: target.width, height: target.height };
  const box = findBox(target, width / height);
  const isCovered = box.width === target.width && box.height === target.height;
  if (fit === "fill" || isCovered) return drawView(source, cropped, target, whole);
  if (fit === "blur") drawGround(source, cropped, target);
  else fillPlanes(target, [blackLight, noColour, noColour]);
  drawView(source, view, target, box);
}

/** The middle part of a view that has another aspect: `ratio` is the view's width over what is wanted. */
function findCrop({ x, y, width, height }: View, ratio: number): View {
  // Scaled by less than a pixel in a thousand rather than cropped.
  if (Math.abs(ratio - 1) < 1e-3) return { x, y, width, height };
  if (ratio > 1) return { x: x + (width - width / ratio) / 2, y, width: width / ratio, height };
  return { x, y: y + (height - height * ratio) / 2, width, height: height * ratio };
}

/** Where a picture of an aspect is within another: even, as colours have half of the samples. */
function findBox({ width, height }: Planes, aspect: number): Area {
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

function drawView({ pyramids, planes }: Drawable, view: View, target: Planes, box: Area): void {
  for (const [index, pyramid] of pyramids.entries()) {
    const from = planes.planes[index]!;
    const area = {
      x: view.x * from.width,
      y: view.y * from.height,
      width: view.width * from.width,
      height: view.height * from.height,
    };
    const share = index === 0 ? 1 : 2;
    const into = {
      x: box.x / share,
      y: box.y / share,
      width: box.width / share,
      height: box.height / share,
    };
    pyramid.draw(area, target.planes[index]!, into);
  }
}

/** How much smaller the ground is drawn before it is blurred. */
const groundShrink = 8;
const groundBlur = 4;
const groundDarkness = 0.35;

/** The picture itself, filling the frame, blurred and darkened. */
function drawGround(source: Drawable, view: View, target: Planes): void {
  const toEven = (length: number) => Math.max(4, 2 * Math.round(length / groundShrink / 2));
  const small = createPlanes(toEven(target.width), toEven(target.height));
  const whole = { x: 0, y: 0, width: small.width, height: small.height };
  drawView(source, view, small, whole);
  for (const [index, plane] of small.planes.entries()) {
    // Twice is soft enough that no edge of the box is seen.
    for (let pass = 0; pass < 2; pass += 1) blurPlane(plane, index === 0 ? groundBlur : groundBlur / 2);
  }
  darkenPlanes(small, groundDarkness);
  drawView(toDrawable(small), wholeView, target, {
    ...{ x: 0, y: 0 },
    ...{ width: target.width, height: target.height },
  });
}

function blurPlane({ data, offset, stride, width, height }: Plane, radius: number): void {
  for (let row = 0; row < height; row += 1) blurLine(data, offset + row * stride, 1, width, radius);
  for (let column = 0; column < width; column += 1) blurLine(data, offset + column, stride, height, radius);
}

/** A running mean; the ends go on with their last sample. */
function blurLine(data: Uint8Array, start: number, step: number, length: number, radius: number): void {
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
