/** How time is drawn: pixels for a second of film, from `originPx` on. All pure. */

/** Between the left edge of a lane and the film's first frame, so that what lies at its beginning can be grasped. */
export const originPx = 8;
/** Beyond it browsers no longer lay out an element: Firefox at 17.9 million pixels. */
const widestPx = 16_000_000;
const widestFramePx = 16;
/** Shown of a film that is still empty or shorter. */
const leastSeconds = 10;

export const toPx = (ms: number, pxPerSecond: number): number => (ms * pxPerSecond) / 1_000;
export const pxToMs = (px: number, pxPerSecond: number): number => (px * 1_000) / pxPerSecond;

/** The scale at which the whole film is as wide as its window. */
export function fitScale(filmMs: number, widthPx: number): number {
  return Math.max(1, widthPx - 2 * originPx) / Math.max(leastSeconds, filmMs / 1_000);
}

/** How far apart two scales draw the end of what fills a window, in pixels. */
export const differBy = (one: number, other: number, widthPx: number): number =>
  Math.abs(one / other - 1) * widthPx;

/** The largest scale of a film: a frame can be pointed at, and the whole of it can still be laid out. */
export function largestScale(filmMs: number, frameRate: number): number {
  return Math.min(widestFramePx * frameRate, widestPx / Math.max(leastSeconds, filmMs / 1_000));
}

interface ScaleRange {
  least: number;
  most: number;
}

/** The position of a scale on its slider, from 0 to 100: each step multiplies it. */
export function scaleToSlider(scale: number, { least, most }: ScaleRange): number {
  if (most <= least) return 0;
  return clamp((Math.log(scale / least) / Math.log(most / least)) * 100, 0, 100);
}

export function sliderToScale(position: number, { least, most }: ScaleRange): number {
  if (most <= least) return least;
  return clamp(least * (most / least) ** (position / 100), least, most);
}

/** Where to scroll so that a moment stays where it is seen, in pixels from the left edge of the lanes. */
export function scrollFor(ms: number, atPx: number, pxPerSecond: number): number {
  return Math.max(0, originPx + toPx(ms, pxPerSecond) - atPx);
}

/** What is in sight, in pixels of a lane. In steps, so that little scrolling changes nothing. */
export interface Sight {
  fromPx: number;
  toPx: number;
}

const sightStepPx = 400;

export function findSight(scrollPx: number, widthPx: number): Sight {
  const from = Math.floor(scrollPx / sightStepPx) - 1;
  const to = Math.ceil((scrollPx + widthPx) / sightStepPx) + 1;
  return { fromPx: Math.max(0, from * sightStepPx), toPx: to * sightStepPx };
}

/** Whether something between two moments is in sight. */
export function isInSight(
  { atMs, lengthMs }: { atMs: number; lengthMs: number },
  sight: Sight,
  pxPerSecond: number,
): boolean {
  const left = originPx + toPx(atMs, pxPerSecond);
  return left <= sight.toPx && left + toPx(lengthMs, pxPerSecond) >= sight.fromPx;
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));
