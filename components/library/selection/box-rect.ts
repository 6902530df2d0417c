/** A rectangle of the page, in CSS pixels. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The rectangle between two points, whichever comes first. */
export function spanRect(from: Point, to: Point): Rect {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    right: Math.max(from.x, to.x),
    bottom: Math.max(from.y, to.y),
  };
}

export function doOverlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** So near to the top or bottom edge of the window, a box scrolls the page. */
const edgePx = 64;
const fullSpeedPx = 1_400;

/**
 * How fast the page scrolls while a box is drawn, in CSS pixels per second: below zero upwards, faster nearer to the edge.
 *
 * @param y the pointer's distance from the top of the window
 * @param heightPx the height of the window
 */
export function edgeSpeed(y: number, heightPx: number): number {
  const beyond = y < heightPx / 2 ? Math.min(0, y - edgePx) : Math.max(0, y - (heightPx - edgePx));
  return Math.max(-1, Math.min(1, beyond / edgePx)) * fullSpeedPx;
}
