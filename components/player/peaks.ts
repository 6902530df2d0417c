/** The loudness of a sound over its length, as it is drawn. */
export interface Peaks {
  /** Highest level of each of equally long stretches, 0 (silent) to 255. */
  levels: ArrayLike<number>;
  /** How long all stretches are together. */
  durationSeconds: number;
}

export interface WaveformShape {
  widthPx: number;
  heightPx: number;
  /** Width that the sound takes of the whole, 0 to 1: less than 1 while more of it is to come. */
  share?: number;
}

/** From the beginning of one bar to the next, and how wide it is drawn, in CSS pixels. */
export const barPitchPx = 4;
export const barWidthPx = 2;
/** A sound whose loudest moment is quieter than this (of 255) is drawn as quiet as it is. */
const quietestFullLevel = 48;

/** The highest level in each of `count` equally wide parts. */
export function resampleLevels(levels: ArrayLike<number>, count: number): number[] {
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count);
    const to = Math.max(from + 1, Math.ceil(((bar + 1) * levels.length) / count));
    let highest = 0;
    for (let index = from; index < to && index < levels.length; index += 1) {
      highest = Math.max(highest, levels[index] ?? 0);
    }
    return highest;
  });
}

/**
 * The bars of a waveform as the `d` of an SVG path that is stroked with `barWidthPx` and round ends: the loudest moment
 * takes the whole height, silence is a dot.
 */
export function drawBars(
  { levels }: Pick<Peaks, "levels">,
  { widthPx, heightPx, share = 1 }: WaveformShape,
): string {
  const count = Math.floor((widthPx * share) / barPitchPx);
  if (count <= 0 || levels.length === 0) return "";
  const bars = resampleLevels(levels, count);
  const full = Math.max(quietestFullLevel, ...bars);
  const middle = heightPx / 2;
  const reach = (heightPx - barWidthPx) / 2;
  return bars
    .map((level, bar) => {
      const x = bar * barPitchPx + barPitchPx / 2;
      const half = Math.max(0.01, (level / full) * reach);
      return `M${x} ${round(middle - half)}V${round(middle + half)}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Lengths that a sound in the making is drawn against, in seconds: it grows to the right and rarely shrinks. */
const scales = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600] as const;

/** How long the whole width stands for while nobody knows how long the sound will be. */
export function scaleSeconds(hereSeconds: number): number {
  return scales.find((scale) => hereSeconds <= scale * 0.9) ?? hereSeconds / 0.9;
}
