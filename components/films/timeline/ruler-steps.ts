import { originPx, type Sight } from "./time-scale";

/** Between two labels, so that they never touch: an hour's label is the widest. */
const labelPx = 76;
/** Seconds between two labels, and into how many parts ticks divide them. */
const labels = [
  [2, 2],
  [5, 5],
  [10, 5],
  [15, 3],
  [30, 6],
  [60, 6],
  [120, 4],
  [300, 5],
  [600, 5],
  [900, 3],
  [1_800, 6],
  [3_600, 6],
  [7_200, 4],
] as const;
const labelFrames = [1, 2, 5, 10];

/** How the ruler is divided, in frames. */
export interface RulerSteps {
  label: number;
  tick: number;
  /** Whether labels need the frame besides the second. */
  inFrames: boolean;
}

/** The finest steps whose labels and ticks have room. Pure. */
export function chooseRulerSteps(pxPerSecond: number, frameRate: number): RulerSteps {
  const framePx = pxPerSecond / frameRate;
  const fine = labelFrames.find((frames) => frames * framePx >= labelPx);
  if (fine !== undefined) return { label: fine, tick: 1, inFrames: true };
  if (pxPerSecond >= labelPx)
    return { label: frameRate, tick: frameRate / (frameRate === 25 ? 5 : 6), inFrames: false };
  const [seconds, parts] = labels.find(([each]) => each * pxPerSecond >= labelPx) ?? labels.at(-1)!;
  return { label: seconds * frameRate, tick: (seconds / parts) * frameRate, inFrames: false };
}

export interface Tick {
  frame: number;
  isLabel: boolean;
}

/** The ticks that are in sight, up to a frame. Pure. */
export function listTicks(
  { label, tick }: RulerSteps,
  { sight, framePx, lastFrame }: { sight: Sight; framePx: number; lastFrame: number },
): Tick[] {
  const from = Math.max(0, Math.floor((sight.fromPx - originPx) / framePx / tick) * tick);
  const to = Math.min(lastFrame, Math.ceil((sight.toPx - originPx) / framePx));
  const ticks: Tick[] = [];
  for (let frame = from; frame <= to; frame += tick) ticks.push({ frame, isLabel: frame % label === 0 });
  return ticks;
}
