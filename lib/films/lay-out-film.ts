import type { Caption, FilmDocument, Shot } from "./film-document";

/** Where a shot is in its film, in frames. */
export interface PlacedShot {
  shot: Shot;
  index: number;
  start: number;
  /** The frame after its last one. */
  end: number;
  /** How many frames its transition from the shot before takes; both are seen meanwhile unless it dips to black. */
  transitionFrames: number;
}

/** What one frame of a film shows. */
export interface FrameContent {
  /** One shot, or during a cross-fade or wipe the leaving one and then the coming one. */
  layers: { placed: PlacedShot; /** From 0. */ frame: number }[];
  /** How much of the coming shot is seen, above 0 and below 1; null where there is but one. */
  mix: { kind: "fade" | "wipe"; share: number } | null;
  /** How much of the picture is black, from 0 to 1. */
  black: number;
}

/**
 * Places the shots one after the other. A cross-fade or wipe lets two of them overlap, so it makes the film shorter; a dip to
 * black takes place at the edges of both. A transition takes no more than half of either shot, so two never meet. Pure.
 */
export function placeShots({ shots }: Pick<FilmDocument, "shots">): PlacedShot[] {
  const placed: PlacedShot[] = [];
  for (const [index, shot] of shots.entries()) {
    const before = placed.at(-1);
    const transitionFrames = before ? findTransitionFrames(before.shot, shot) : 0;
    const overlaps = shot.transition.kind === "fade" || shot.transition.kind === "wipe";
    const start = (before?.end ?? 0) - (overlaps ? transitionFrames : 0);
    placed.push({ shot, index, start, end: start + shot.frames, transitionFrames });
  }
  return placed;
}

function findTransitionFrames(before: Shot, { transition, frames }: Shot): number {
  if (transition.kind === "cut") return 0;
  return Math.min(transition.frames, Math.floor(before.frames / 2), Math.floor(frames / 2));
}

/** The length of the pictures, in frames. Pure. */
export function countFrames(placed: readonly PlacedShot[]): number {
  return placed.at(-1)?.end ?? 0;
}

/** The length of a film in milliseconds, to the end of its last frame or sound. Pure. */
export function measureFilm(film: FilmDocument): number {
  const pictures = toMs(countFrames(placeShots(film)), film.frameRate);
  return Math.max(pictures, ...film.sounds.map(({ atMs, lengthMs }) => atMs + lengthMs));
}

/** What a frame shows; no layers behind the end. Takes as long for a film of 200 shots as for one of two. Pure. */
export function findFrame(placed: readonly PlacedShot[], frame: number): FrameContent {
  const index = findLastStarted(placed, frame);
  const coming = placed[index];
  if (!coming || frame >= coming.end) return { layers: [], mix: null, black: 0 };
  const leaving = placed[index - 1];
  const layer = { placed: coming, frame: frame - coming.start };
  const black = findBlack(coming, placed[index + 1], frame);
  if (!leaving || frame >= leaving.end) return { layers: [layer], mix: null, black };
  const share = (frame - coming.start + 1) / (coming.transitionFrames + 1);
  const kind = coming.shot.transition.kind === "wipe" ? "wipe" : "fade";
  return {
    layers: [{ placed: leaving, frame: frame - leaving.start }, layer],
    mix: { kind, share },
    black,
  };
}

/** The last shot that starts at a frame or before; -1 for none. */
function findLastStarted(placed: readonly PlacedShot[], frame: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placed[middle]!.start <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A dip takes half of its length at the end of one shot, and the other half at the beginning of the next. */
function findBlack(current: PlacedShot, next: PlacedShot | undefined, frame: number): number {
  const isDip = ({ shot }: PlacedShot) => shot.transition.kind === "dip";
  const half = ({ transitionFrames }: PlacedShot) => Math.ceil(transitionFrames / 2);
  if (isDip(current) && current.transitionFrames > 0) {
    const seen = frame - current.start;
    if (seen < half(current)) return 1 - (seen + 1) / (half(current) + 1);
  }
  if (next && isDip(next) && next.transitionFrames > 0) {
    const left = next.start - 1 - frame;
    if (left < half(next)) return 1 - (left + 1) / (half(next) + 1);
  }
  return 0;
}

/** The caption at a frame; of several at once, the one that began last. Pure. */
export function findCaption(
  { captions, frameRate }: Pick<FilmDocument, "captions" | "frameRate">,
  frame: number,
): Caption | undefined {
  return captions.findLast(
    ({ atMs, lengthMs }) => toFrame(atMs, frameRate) <= frame && frame < toFrame(atMs + lengthMs, frameRate),
  );
}

/**
 * The position in a video that a frame of its shot shows, in seconds: the middle of the frame's time, which lies safely inside
 * one frame of a source of the same rate. Pure.
 */
export function findSourceSeconds(
  { from, speed }: { from: number; speed: number },
  frame: number,
  frameRate: number,
): number {
  return from + ((frame + 0.5) / frameRate) * speed;
}

/** How many frames a video has for a shot from a position on, at a speed. Pure. */
export function countSourceFrames(
  source: { seconds: number; from: number; speed: number },
  frameRate: number,
): number {
  const { seconds, from, speed } = source;
  // The sum of many steps of a thirtieth may miss the end by less than a millionth.
  return Math.max(0, Math.floor(((seconds - from) / speed) * frameRate + 1e-6));
}

/** Pure. */
export const toMs = (frames: number, frameRate: number): number => Math.round((frames * 1_000) / frameRate);

/** The frame that is seen at a moment. Half a millisecond makes up for the rounding of `toMs`. Pure. */
export const toFrame = (ms: number, frameRate: number): number =>
  Math.floor(((ms + 0.5) * frameRate) / 1_000);
