/** The loudness of a sound over its length, as it is drawn. */
export interface Peaks {
  /** Highest level of each of equally long stretches, 0 (silent) to 255. */
  levels: ArrayLike<number>;
  /** How long all stretches are together. */
  durationSeconds: number;
}

/** How wide a bar is drawn, and the room to the next one, in CSS pixels. */
export const barWidthPx = 2;
export const barGapPx = 2;
/** A sound whose loudest moment is quieter than this (of 255) is drawn as quiet as it is. */
const quietestFullLevel = 48;
/** More than the bars of any wave: wavesurfer.js leaves gaps where it gets fewer levels than it draws bars. */
const fewestLevels = 2_048;

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

/** Levels as wavesurfer.js takes them, 0 to 1: the loudest moment takes the whole height, silence none. */
export function toChannel(levels: ArrayLike<number>): Float32Array {
  const fine = levels.length < fewestLevels ? resampleLevels(levels, fewestLevels) : levels;
  const channel = Float32Array.from(fine);
  const full = channel.reduce((loudest, level) => Math.max(loudest, level), quietestFullLevel);
  return channel.map((level) => level / full);
}

/** Lengths that a sound in the making is drawn against, in seconds: it grows to the right and rarely shrinks. */
const scales = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600] as const;

/** How long the whole width stands for while nobody knows how long the sound will be. */
export function scaleSeconds(hereSeconds: number): number {
  return scales.find((scale) => hereSeconds <= scale * 0.9) ?? hereSeconds / 0.9;
}
