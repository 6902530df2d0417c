import type { Shot, View } from "../film-document";
import {
  blurSamples,
  type Box,
  findGroundSize,
  fitView,
  groundBlur,
  groundDarkness,
  groundPasses,
  wholeView,
} from "../picture/fit-view";
import { blackLight, createPlanes, darkenPlanes, fillPlanes, noColour, type Planes } from "./planes";
import { PlanePyramid } from "./scale-planes";

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

/** Draws a part of a picture into the whole of another. */
export function fitPicture(source: Drawable, target: Planes, fit: Shot["fit"], part?: View): void {
  const shown = { width: source.shownWidth, height: source.shownHeight };
  const { view, box, ground } = fitView(shown, target, fit, part);
  if (ground === "black") fillPlanes(target, [blackLight, noColour, noColour]);
  else if (ground !== "none") drawGround(source, ground, target);
  drawView(source, view, target, box);
}

function drawView({ pyramids, planes }: Drawable, view: View, target: Planes, box: Box): void {
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

/** The picture itself, filling the frame, blurred and darkened. */
function drawGround(source: Drawable, view: View, target: Planes): void {
  const { width, height } = findGroundSize(target);
  const small = createPlanes(width, height);
  drawView(source, view, small, { x: 0, y: 0, width, height });
  for (const [index, plane] of small.planes.entries()) {
    for (let pass = 0; pass < groundPasses; pass += 1) {
      blurSamples({ ...plane, step: 1 }, index === 0 ? groundBlur : groundBlur / 2);
    }
  }
  darkenPlanes(small, groundDarkness);
  const whole = { x: 0, y: 0, width: target.width, height: target.height };
  drawView(toDrawable(small), wholeView, target, whole);
}
