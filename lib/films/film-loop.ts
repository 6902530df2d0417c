import type { FilmAspect } from "./film-document";
import type { PlacedShot } from "./lay-out-film";
import { findFrameIn } from "./render/film-size";

/** Animated images that repeat without end and have no sound. */
export const loopFormats = ["gif", "webp"] as const;
export type LoopFormat = (typeof loopFormats)[number];

/** The longer side in pixels. */
export const loopSizes = [320, 480, 640] as const;
/** Frames a second. */
export const loopRates = [8, 12, 15] as const;
/** All of its frames are held in memory until they are encoded: 280 MB at most, for a square of 15 s. */
export const longestLoopSeconds = 15;

/** Which piece of a film repeats, and how. */
export interface FilmLoop {
  /** The longer side in pixels. */
  size: (typeof loopSizes)[number];
  /** Frames a second of the loop. */
  frameRate: (typeof loopRates)[number];
  /** The first frame of the film that is in it. */
  startFrame: number;
  /** How many frames of the film it takes. */
  frameCount: number;
}

/** Pure. */
export const isLoopFormat = (format: string): format is LoopFormat =>
  loopFormats.some((each) => each === format);

/** The frames of the film that a loop shows, one after the other. Pure. */
export function listLoopFrames(
  { startFrame, frameCount, frameRate }: Omit<FilmLoop, "size">,
  filmRate: number,
): number[] {
  const length = Math.max(1, Math.round((frameCount * frameRate) / filmRate));
  return Array.from(
    { length },
    (_, index) => startFrame + Math.min(frameCount - 1, Math.floor((index * filmRate) / frameRate)),
  );
}

/**
 * How long each frame is seen, in milliseconds. GIF counts in hundredths of a second, so that some are longer than others and the
 * whole has its length. Pure.
 */
export function listLoopDelays(frames: number, frameRate: number, format: LoopFormat): number[] {
  const step = format === "gif" ? 10 : 1;
  const endOf = (frame: number) => step * Math.round((frame * 1_000) / frameRate / step);
  return Array.from({ length: frames }, (_, index) => endOf(index + 1) - endOf(index));
}

/** The size of a loop in pixels. Pure. */
export const findLoopSize = (aspect: FilmAspect, size: number) => findFrameIn(aspect, [size, size]);

const usualSeconds = 5;

/** The selected shots from the first to the last, or else the beginning of the film. Pure. */
export function findUsualLoop(
  placed: readonly PlacedShot[],
  selection: ReadonlySet<string>,
  { frames, frameRate }: { frames: number; frameRate: number },
): FilmLoop {
  const selected = placed.filter(({ shot }) => selection.has(shot.id));
  const startFrame = selected[0]?.start ?? 0;
  const end = selected.at(-1)?.end ?? Math.min(frames, usualSeconds * frameRate);
  const frameCount = Math.max(1, Math.min(end - startFrame, longestLoopSeconds * frameRate));
  return { size: 480, frameRate: 12, startFrame, frameCount };
}
