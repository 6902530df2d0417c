/** How compared pictures are shown: magnified, and moved by a share of their frame. */
export interface SharedView {
  scale: number;
  x: number;
  y: number;
}

/** The whole picture. */
export const fitView: SharedView = { scale: 1, x: 0, y: 0 };

const largestScale = 8;

/** Magnifies around the middle of the frame. Pure. */
export function zoomView({ scale, x, y }: SharedView, factor: number): SharedView {
  const next = Math.min(largestScale, Math.max(1, Math.round(scale * factor * 100) / 100));
  return keepInFrame({ scale: next, x: (x * next) / scale, y: (y * next) / scale });
}

/** Moves by shares of the frame. Pure. */
export function panView({ scale, x, y }: SharedView, byX: number, byY: number): SharedView {
  return keepInFrame({ scale, x: x + byX, y: y + byY });
}

/** The edge of a picture never leaves that of its frame. */
function keepInFrame({ scale, x, y }: SharedView): SharedView {
  const most = (scale - 1) / 2;
  const limit = (value: number) => Math.min(most, Math.max(-most, value)) + 0;
  return { scale, x: limit(x), y: limit(y) };
}
