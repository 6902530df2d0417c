import { setImmediate as letOthersRun } from "node:timers/promises";
import { resample, type Sound } from "../audio/sound.ts";
import type { CoverModel, Segment } from "./render-song.ts";
import type { SectionLabel } from "./song-form.ts";
import type { Mode } from "./style.ts";

const HERTZ = 11_025;
const FRAME = 2048;
const STEP = 512;
const STEP_SECONDS = STEP / HERTZ;
const STEPS_AT_ONCE = 64;

const SLOWEST = 65;
const FASTEST = 170;
/** The tempo most easily felt; it decides between a tempo and its double. */
const COMMON_TEMPO = 108;
/** How often the tones of a key sound, after Krumhansl and Kessler, from the root up. */
const PROFILES: Readonly<Record<Mode, readonly number[]>> = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
};

const BLOCK_SECONDS = 0.5;
const SHORTEST_PART_SECONDS = 5;
/** Share of the loudest block below which one is silent. */
const SILENT_SHARE = 0.01;
const SECONDS_PER_PART = 16;
/** Seconds of sound on each side of a place that are compared. */
const KERNEL_SECONDS = 6;

/** A sound in steps of equal length. */
interface Features {
  /** Root mean square. */
  loudness: number[];
  /** How much each step is louder than the last, summed over the spectrum: where notes begin. */
  onsets: number[];
  /** Strength of the twelve pitch classes in the whole sound, C first. */
  chroma: number[];
}

/** Measures length, tempo, key and parts of a sound, so that a cover can keep them. Lets others run in between. */
export async function analyseSound(sound: Sound): Promise<CoverModel> {
  const durationSeconds = (sound.channels[0]?.length ?? 0) / sound.sampleRate;
  const features = await measureFeatures(sound);
  return {
    durationSeconds,
    beatsPerMinute: findTempo(features.onsets),
    ...findKey(features.chroma),
    segments: findSegments(features.loudness, durationSeconds),
  };
}

async function measureFeatures({ channels, sampleRate }: Sound): Promise<Features> {
  const [first = new Float32Array(), second = first] = channels;
  const samples = resample(
    first.map((sample, index) => (sample + (second[index] ?? 0)) / 2),
    sampleRate,
    HERTZ,
  );
  const features: Features = { loudness: [], onsets: [], chroma: new Array<number>(12).fill(0) };
  let last = new Float64Array(FRAME / 2);
  for (let place = 0; place < samples.length; place += STEP) {
    const magnitudes = transform(samples, place - FRAME / 2 + STEP / 2);
    const compressed = magnitudes.map((magnitude) => Math.log1p(10 * magnitude));
    let rise = 0;
    for (let bin = 0; bin < compressed.length; bin += 1) {
      rise += Math.max(compressed[bin]! - last[bin]!, 0);
      const hertz = (bin * HERTZ) / FRAME;
      if (hertz > 50 && hertz < 2000) features.chroma[PITCH_OF_BIN[bin]!]! += magnitudes[bin]!;
    }
    last = compressed;
    const step = samples.subarray(place, place + STEP);
    features.onsets.push(place === 0 ? 0 : rise);
    features.loudness.push(Math.sqrt(step.reduce((sum, sample) => sum + sample * sample, 0) / step.length));
    if (features.onsets.length % STEPS_AT_ONCE === 0) await letOthersRun();
  }
  return features;
}

const PITCH_OF_BIN = Array.from({ length: FRAME / 2 }, (_bin, bin) =>
  bin === 0 ? 0 : (Math.round(69 + 12 * Math.log2((bin * HERTZ) / FRAME / 440)) + 120) % 12,
);
const WINDOW = Float64Array.from(
  { length: FRAME },
  (_one, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / FRAME),
);
const COSINES = Float64Array.from({ length: FRAME / 2 }, (_one, index) =>
  Math.cos((2 * Math.PI * index) / FRAME),
);
const SINES = Float64Array.from({ length: FRAME / 2 }, (_one, index) =>
  Math.sin((2 * Math.PI * index) / FRAME),
);
/** Each index with its bits reversed. */
const ORDER = Array.from({ length: FRAME }, (_one, index) =>
  Number.parseInt(index.toString(2).padStart(Math.log2(FRAME), "0").split("").reverse().join(""), 2),
);

/** Strength of each frequency in a frame, by the fast Fourier transform; samples beyond the ends count as silence. */
function transform(samples: Float32Array, place: number): Float64Array {
  const real = new Float64Array(FRAME);
  const imaginary = new Float64Array(FRAME);
  for (let index = 0; index < FRAME; index += 1) {
    real[ORDER[index]!] = (samples[place + index] ?? 0) * WINDOW[index]!;
  }
  for (let half = 1; half < FRAME; half *= 2) {
    for (let start = 0; start < FRAME; start += 2 * half) {
      for (let step = 0; step < half; step += 1) {
        const [even, odd, turn] = [start + step, start + step + half, step * (FRAME / (2 * half))];
        const x = real[odd]! * COSINES[turn]! + imaginary[odd]! * SINES[turn]!;
        const y = imaginary[odd]! * COSINES[turn]! - real[odd]! * SINES[turn]!;
        real[odd] = real[even]! - x;
        imaginary[odd] = imaginary[even]! - y;
        real[even]! += x;
        imaginary[even]! += y;
      }
    }
  }
  return real.subarray(0, FRAME / 2).map((value, bin) => Math.hypot(value, imaginary[bin]!));
}

/** The tempo at which the beginnings of notes best repeat. */
function findTempo(onsets: readonly number[]): number {
  const average = mean(onsets);
  const centred = onsets.map((onset) => onset - average);
  let best = { tempo: COMMON_TEMPO, score: Number.NEGATIVE_INFINITY };
  for (let tempo = SLOWEST; tempo <= FASTEST; tempo += 0.5) {
    const beat = 60 / tempo / STEP_SECONDS;
    const likeness = [1, 2, 4].reduce((sum, beats) => sum + correlateLater(centred, beat * beats), 0);
    const score = likeness * Math.exp(-0.5 * (Math.log2(tempo / COMMON_TEMPO) / 0.7) ** 2);
    if (score > best.score) best = { tempo, score };
  }
  return best.tempo;
}

/** Autocorrelation of a series at a lag, which may be a fraction of a step. */
function correlateLater(series: readonly number[], lag: number): number {
  const whole = Math.floor(lag);
  const share = lag - whole;
  let sum = 0;
  for (let index = 0; index + whole + 1 < series.length; index += 1) {
    sum += series[index]! * (series[index + whole]! * (1 - share) + series[index + whole + 1]! * share);
  }
  return sum / Math.max(series.length - whole, 1);
}

function findKey(chroma: readonly number[]): { root: number; mode: Mode } {
  const keys = (["major", "minor"] as const).flatMap((mode) =>
    Array.from({ length: 12 }, (_key, root) => {
      const rotated = PROFILES[mode].map((_strength, index) => chroma[(index + root) % 12] ?? 0);
      return { root, mode, score: correlation(rotated, PROFILES[mode]) };
    }),
  );
  const { root, mode } = keys.reduce((best, key) => (key.score > best.score ? key : best));
  return { root, mode };
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [oneMean, otherMean] = [mean(one), mean(other)];
  const a = one.map((value) => value - oneMean);
  const b = other.map((value) => value - otherMean);
  const power = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 1e-9);
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0) / Math.sqrt(power(a) * power(b));
}

/**
 * The parts of a piece: silences, then cuts where its loudness changes most. Their names are a guess: the ends are intro
 * and outro, and what is louder than the rest is a chorus.
 */
function findSegments(loudness: readonly number[], durationSeconds: number): Segment[] {
  const steps = BLOCK_SECONDS / STEP_SECONDS;
  const count = Math.max(Math.ceil(durationSeconds / BLOCK_SECONDS), 1);
  const blocks = Array.from({ length: count }, (_block, index) =>
    mean(loudness.slice(Math.floor(index * steps), Math.floor((index + 1) * steps))),
  );
  const silent = blocks.map((block) => block < Math.max(...blocks, 1e-9) * SILENT_SHARE);
  const edges = new Set([0, count]);
  for (const [place, isSilent] of silent.entries()) {
    // Two blocks make a second of silence.
    const starts = isSilent && silent[place - 1] !== true && silent[place + 1] === true;
    const ends = !isSilent && silent[place - 1] === true && silent[place - 2] === true;
    if (starts || ends) edges.add(place);
  }
  const reach = KERNEL_SECONDS / BLOCK_SECONDS;
  const changes = blocks.map((_block, place) =>
    Math.abs(
      mean(blocks.slice(Math.max(place - reach, 0), place)) - mean(blocks.slice(place, place + reach)),
    ),
  );
  const places = [...changes.keys()].toSorted((one, other) => changes[other]! - changes[one]!);
  const most = Math.max(Math.round(durationSeconds / SECONDS_PER_PART), 3) + edges.size;
  for (const place of places) {
    const isNear = [...edges].some((edge) => Math.abs(edge - place) * BLOCK_SECONDS < SHORTEST_PART_SECONDS);
    if (!isNear && silent[place] !== true && edges.size < most) edges.add(place);
  }
  const sorted = [...edges].toSorted((one, other) => one - other);
  const parts = sorted
    .slice(0, -1)
    .map((from, index) => ({ from, energy: mean(blocks.slice(from, sorted[index + 1])) }));
  const isSilentPart = ({ from }: { from: number }) => silent[from] === true && silent[from + 1] !== false;
  const sounding = parts.filter((part) => !isSilentPart(part));
  const average = mean(sounding.map(({ energy }) => energy));
  const segments: Segment[] = [];
  for (const [index, part] of parts.entries()) {
    const nameSounding = (): SectionLabel => {
      if (sounding.length >= 3 && part === sounding[0]) return "intro";
      if (sounding.length >= 3 && part === sounding.at(-1)) return "outro";
      return sounding.length > 1 && part.energy > average ? "chorus" : "verse";
    };
    const label = isSilentPart(part) ? "silence" : nameSounding();
    const end = toSeconds(Math.min(sorted[index + 1]! * BLOCK_SECONDS, durationSeconds));
    const last = segments.at(-1);
    if (last?.label === label) last.end = end;
    else segments.push({ start: toSeconds(part.from * BLOCK_SECONDS), end, label });
  }
  return segments;
}

function toSeconds(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
