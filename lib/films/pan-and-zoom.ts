import type { FilmAspect, View } from "./film-document";

/** How far a usual zoom goes. */
const usualZoom = 1.35;
const leastShare = 0.05;

export interface Move {
  from: View;
  to: View;
}
export type MoveKind = "off" | "in" | "out" | "own";

interface Size {
  width: number;
  height: number;
}

/** The largest view in the middle of a picture that has the aspect of the film. Pure. */
export function findWidestView(picture: Size, aspect: FilmAspect): View {
  const ratio = findRatio(picture, aspect);
  const [width, height] = ratio > 1 ? [1, 1 / ratio] : [ratio, 1];
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** How much wider a view of the film's aspect is than high, in shares of the picture. */
function findRatio(picture: Size, aspect: FilmAspect): number {
  const [width = 1, height = 1] = aspect.split(":").map(Number);
  return (width / height) * (picture.height / picture.width);
}

/** A view closer by a factor around its middle, within the picture. Pure. */
export function zoomView({ x, y, width, height }: View, factor: number): View {
  const most = Math.min(1 / width, 1 / height);
  const least = Math.max(leastShare / width, leastShare / height);
  const scale = Math.min(most, Math.max(least, 1 / factor));
  // Rounding leaves the range by less than can be seen.
  const within = (share: number) => Math.min(1, Math.max(leastShare, share));
  const middle = { x: x + (width * (1 - scale)) / 2, y: y + (height * (1 - scale)) / 2 };
  return moveView(
    { ...middle, width: within(width * scale), height: within(height * scale) },
    { x: 0, y: 0 },
  );
}

/** A view elsewhere, no farther than the edges of the picture. Pure. */
export function moveView({ x, y, width, height }: View, by: { x: number; y: number }): View {
  const within = (at: number, length: number) => Math.min(Math.max(0, 1 - length), Math.max(0, at));
  return { x: within(x + by.x, width), y: within(y + by.y, height), width, height };
}

/** The usual move of a kind; null stands still. Pure. */
export function makeMove(kind: Exclude<MoveKind, "own">, picture: Size, aspect: FilmAspect): Move | null {
  if (kind === "off") return null;
  const wide = findWidestView(picture, aspect);
  const close = zoomView(wide, usualZoom);
  return kind === "in" ? { from: wide, to: close } : { from: close, to: wide };
}

/** What kind a move is: a usual one, or the person's own. Pure. */
export function findMoveKind(move: Move | null, picture: Size, aspect: FilmAspect): MoveKind {
  const kinds = ["off", "in", "out"] as const;
  return kinds.find((kind) => isSame(move, makeMove(kind, picture, aspect))) ?? "own";
}

function isSame(a: Move | null, b: Move | null): boolean {
  if (!a || !b) return a === b;
  const keys = ["x", "y", "width", "height"] as const;
  return (["from", "to"] as const).every((end) =>
    keys.every((key) => Math.abs(a[end][key] - b[end][key]) < 1e-6),
  );
}

/** How much closer a view is than the widest one. Pure. */
export function measureZoom(view: View, picture: Size, aspect: FilmAspect): number {
  return findWidestView(picture, aspect).width / view.width;
}
