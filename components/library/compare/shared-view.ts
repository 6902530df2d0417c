/** A place in the frame of a picture, in shares of its width and height from the middle. */
export interface FramePoint {
  x: number;
  y: number;
}

/** How compared pictures are shown: magnified, and moved by a share of their frame. */
export interface SharedView extends FramePoint {
  scale: number;
}

/** The whole picture. */
export const fitView: SharedView = { scale: 1, x: 0, y: 0 };

const middle: FramePoint = { x: 0, y: 0 };
const largestScale = 8;

/** How far one event of a wheel counts, in pixels: a notch magnifies like a button, by half. */
const longestWheelStep = 40;

/** Magnifies; what is at the given place stays there. Pure. */
export function zoomView({ scale, x, y }: SharedView, factor: number, at = middle): SharedView {
  // Rounded, so that zooming in and out again ends at exactly 1.
  const next = Math.min(largestScale, Math.max(1, Math.round(scale * factor * 1e4) / 1e4));
  const ratio = next / scale;
  return keepInFrame({ scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio });
}

/** Moves by shares of the frame. Pure. */
export function panView({ scale, x, y }: SharedView, byX: number, byY: number): SharedView {
  return keepInFrame({ scale, x: x + byX, y: y + byY });
}

/** By how much a turn of the wheel magnifies. Browsers report the pinch of a trackpad as one with the control key. Pure. */
export function wheelFactor(deltaY: number): number {
  return Math.exp(-Math.min(longestWheelStep, Math.max(-longestWheelStep, deltaY)) / 100);
}

/** One finger, or two whose distance magnifies. */
export type Fingers = readonly [FramePoint, FramePoint?];

/**
 * Follows fingers from where they were to where they are. Pure.
 *
 * @param aspect width of the frame by its height, since distances are not the same share of both
 */
export function followFingers(view: SharedView, from: Fingers, to: Fingers, aspect: number): SharedView {
  const [before, after] = [middleOf(from), middleOf(to)];
  const distance = spread(from, aspect);
  const zoomed = distance > 0 ? zoomView(view, spread(to, aspect) / distance, before) : view;
  return panView(zoomed, after.x - before.x, after.y - before.y);
}

const middleOf = ([one, two = one]: Fingers): FramePoint => ({
  x: (one.x + two.x) / 2,
  y: (one.y + two.y) / 2,
});

const spread = ([one, two = one]: Fingers, aspect: number) =>
  Math.hypot((one.x - two.x) * aspect, one.y - two.y);

/** The edge of a picture never leaves that of its frame. */
function keepInFrame({ scale, x, y }: SharedView): SharedView {
  const most = (scale - 1) / 2;
  const limit = (value: number) => Math.min(most, Math.max(-most, value)) + 0;
  return { scale, x: limit(x), y: limit(y) };
}
