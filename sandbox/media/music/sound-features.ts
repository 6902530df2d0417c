import { setImmediate as letOthersRun } from "node:timers/promises";
import { resample } from "../audio/resample.ts";
import type { Sound } from "../audio/sound.ts";
import { Spectrum } from "./fourier.ts";

/** A sound in steps of equal length. */
export interface SoundFeatures {
  durationSeconds: number;
  /** Length of a step. */
  stepSeconds: number;
  /** Root mean square of each step. */
  loudness: number[];
  /** How much each step is louder than the last, summed over the spectrum: where notes begin. */
  onsets: number[];
  /** Strength of the twelve pitch classes in each step, C first. */
  chroma: number[][];
  /** Loudness of bands from low to high in each step, in decibels. */
  bands: number[][];
}

const HERTZ = 11_025;
const FRAME = 2048;
const STEP = 512;
const STEPS_AT_ONCE = 64;
/** Edges of the bands in hertz. */
const BAND_EDGES = [40, 120, 250, 500, 1000, 2000, 3200, 5000];

/** Measures what tells the parts of a piece apart, and lets others run in between. */
export async function measureFeatures(sound: Sound): Promise<SoundFeatures> {
  const samples = resample(mixDown(sound), sound.sampleRate, HERTZ);
  const spectrum = new Spectrum(FRAME);
  const features: SoundFeatures = {
    durationSeconds: (sound.channels[0]?.length ?? 0) / sound.sampleRate,
    stepSeconds: STEP / HERTZ,
    loudness: [],
    onsets: [],
    chroma: [],
    bands: [],
  };
  let last = new Float64Array(FRAME / 2);
  for (let place = 0; place < samples.length; place += STEP) {
    const magnitudes = spectrum.measure(samples, place - FRAME / 2 + STEP / 2);
    const compressed = magnitudes.map((magnitude) => Math.log1p(10 * magnitude));
    features.onsets.push(place === 0 ? 0 : measureRise(last, compressed));
    last = compressed;
    features.loudness.push(measureLoudness(samples.subarray(place, place + STEP)));
    features.chroma.push(foldChroma(magnitudes));
    features.bands.push(sumBands(magnitudes));
    if (features.bands.length % STEPS_AT_ONCE === 0) await letOthersRun();
  }
  return features;
}

function mixDown({ channels }: Sound): Float32Array {
  const first = channels[0] ?? new Float32Array();
  if (channels.length < 2) return first;
  return first.map(
    (_sample, index) => channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length,
  );
}

function measureRise(before: Float64Array, after: Float64Array): number {
  let sum = 0;
  for (let bin = 0; bin < after.length; bin += 1) sum += Math.max((after[bin] ?? 0) - (before[bin] ?? 0), 0);
  return sum;
}

function measureLoudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(samples.length, 1));
}

function foldChroma(magnitudes: Float64Array): number[] {
  const classes = new Array<number>(12).fill(0);
  for (let bin = 10; bin < magnitudes.length; bin += 1) {
    const hertz = (bin * HERTZ) / FRAME;
    if (hertz > 2000) break;
    const pitch = Math.round(69 + 12 * Math.log2(hertz / 440));
    classes[pitch % 12] = (classes[pitch % 12] ?? 0) + (magnitudes[bin] ?? 0);
  }
  return classes;
}

function sumBands(magnitudes: Float64Array): number[] {
  return BAND_EDGES.slice(0, -1).map((from, index) => {
    const to = BAND_EDGES[index + 1] ?? HERTZ / 2;
    let power = 1e-6;
    for (let bin = Math.ceil((from * FRAME) / HERTZ); bin < (to * FRAME) / HERTZ; bin += 1) {
      power += (magnitudes[bin] ?? 0) ** 2;
    }
    return 10 * Math.log10(power);
  });
}
