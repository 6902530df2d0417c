/** The loudness of audio over its length, for drawing. */
export interface Peaks {
  /** The highest level of each of equally long parts, 0 (silent) to 255. */
  levels: ArrayLike<number>;
  /** Total length of all parts. */
  durationSeconds: number;
}

/** Width of a bar and of the gap to the next one, in CSS pixels. */
export const barWidthPx = 2;
export const barGapPx = 2;
/** Audio whose loudest level is below this (of 255) is not scaled up to full height. */
const quietestFullLevel = 48;
/** More than the bars of any wave: wavesurfer.js leaves gaps if it gets fewer levels than bars. */
const fewestLevels = 2_048;

/** Returns the highest level of each of `count` equal parts. */
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

/** Converts levels for wavesurfer.js, 0 to 1: the loudest moment has full height, silence none. */
export function toChannel(levels: ArrayLike<number>): Float32Array {
  const fine = levels.length < fewestLevels ? resampleLevels(levels, fewestLevels) : levels;
  const channel = Float32Array.from(fine);
  const full = channel.reduce((loudest, level) => Math.max(loudest, level), quietestFullLevel);
  return channel.map((level) => level / full);
}

/** Lengths that a growing stream is drawn against, in seconds, so that its scale rarely changes. */
const scales = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600] as const;

/** Returns the length of the full width while the final length is unknown. */
export function scaleSeconds(hereSeconds: number): number {
  return scales.find((scale) => hereSeconds <= scale * 0.9) ?? hereSeconds / 0.9;
}
