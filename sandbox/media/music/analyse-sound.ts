import type { Sound } from "../audio/sound.ts";
import { findSegments } from "./find-segments.ts";
import type { CoverModel } from "./render-song.ts";
import { measureFeatures, type SoundFeatures } from "./sound-features.ts";
import type { Mode } from "./style.ts";

const SLOWEST = 65;
const FASTEST = 170;
/** Where tempo is felt most easily; it decides between a tempo and its double. */
const COMMON_TEMPO = 108;
/** How often the tones of a key sound, after Krumhansl and Kessler, from the root up. */
const PROFILES: Readonly<Record<Mode, readonly number[]>> = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
};

/** Length, tempo, key and parts of a sound: measured, so that a cover can keep them. */
export async function analyseSound(sound: Sound): Promise<CoverModel> {
  const features = await measureFeatures(sound);
  return {
    durationSeconds: features.durationSeconds,
    beatsPerMinute: findTempo(features),
    ...findKey(features),
    segments: findSegments(features),
  };
}

/** The tempo at which the beginnings of notes best repeat. */
function findTempo({ onsets, stepSeconds }: SoundFeatures): number {
  const mean = onsets.reduce((sum, onset) => sum + onset, 0) / Math.max(onsets.length, 1);
  const centred = onsets.map((onset) => onset - mean);
  let best = { tempo: COMMON_TEMPO, score: Number.NEGATIVE_INFINITY };
  for (let tempo = SLOWEST; tempo <= FASTEST; tempo += 0.5) {
    const beat = 60 / tempo / stepSeconds;
    // Beats, bars: what repeats after one, two and four beats.
    const likeness = [1, 2, 4].reduce((sum, beats) => sum + correlate(centred, beat * beats), 0);
    const commonness = Math.exp(-0.5 * (Math.log2(tempo / COMMON_TEMPO) / 0.7) ** 2);
    const score = likeness * commonness;
    if (score > best.score) best = { tempo, score };
  }
  return best.tempo;
}

/** Likeness of a series with itself so many steps (a fraction too) later. */
function correlate(series: readonly number[], lag: number): number {
  const whole = Math.floor(lag);
  const share = lag - whole;
  let sum = 0;
  for (let index = 0; index + whole + 1 < series.length; index += 1) {
    const later = (series[index + whole] ?? 0) * (1 - share) + (series[index + whole + 1] ?? 0) * share;
    sum += (series[index] ?? 0) * later;
  }
  return sum / Math.max(series.length - whole, 1);
}

function findKey({ chroma }: SoundFeatures): { root: number; mode: Mode } {
  const total = new Array<number>(12).fill(0);
  for (const classes of chroma)
    for (const [pitch, strength] of classes.entries()) {
      total[pitch] = (total[pitch] ?? 0) + strength;
    }
  let best = { root: 0, mode: "major" as Mode, score: Number.NEGATIVE_INFINITY };
  for (const mode of ["major", "minor"] as const) {
    for (let root = 0; root < 12; root += 1) {
      const rotated = total.map((_strength, index) => total[(index + root) % 12] ?? 0);
      const score = likeness(rotated, PROFILES[mode]);
      if (score > best.score) best = { root, mode, score };
    }
  }
  return { root: best.root, mode: best.mode };
}

/** Correlation coefficient. */
function likeness(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [oneMean, otherMean] = [mean(one), mean(other)];
  let [product, onePower, otherPower] = [0, 1e-9, 1e-9];
  for (const [index, value] of one.entries()) {
    const [a, b] = [value - oneMean, (other[index] ?? 0) - otherMean];
    product += a * b;
    onePower += a * a;
    otherPower += b * b;
  }
  return product / Math.sqrt(onePower * otherPower);
}
