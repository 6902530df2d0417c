/** Measures of a sound per second that beats are found from. */
export const stepsPerSecond = 100;
/** Between what is low, as a bass drum, and the rest. */
const lowHz = 200;
/** Levels below this share of full scale are silence. */
const silentLevel = 1e-3;

/** Tempos that are looked for, in beats a minute, and the one that people tap to where several fit. */
const [slowest, fastest, usual] = [60, 200, 120];
/** How much a beat may differ from the tempo: the larger, the steadier (`alpha` of Ellis 2007). */
const steadiness = 100;
/** How far from the usual tempo one is as likely, in octaves. */
const spreadOctaves = 0.7;
/** Of rises, as natural logarithms: smaller ones aren't made larger. */
const leastSpread = 0.05;
/** The variance of what is looked at: a steady sound has less. */
const leastStrength = 0.5;
/** Sounds whose rises repeat less than this share of their own strength have no beat. */
const leastRegular = 0.12;

/**
 * Follows how a sound gets louder, in constant memory but for one number each 10 ms. Add its samples from the first to the last, and
 * ask for its beats.
 */
export class BeatFinder {
  readonly #stepSamples: number;
  /** Of a first-order low-pass filter. */
  readonly #smoothing: number;
  readonly #rises: number[] = [];
  #low = 0;
  #lowSum = 0;
  #highSum = 0;
  #samples = 0;
  #before: [low: number, high: number] | undefined;

  constructor(sampleRateHz: number) {
    this.#stepSamples = Math.round(sampleRateHz / stepsPerSecond);
    this.#smoothing = 1 - Math.exp((-2 * Math.PI * lowHz) / sampleRateHz);
  }

  add(left: Float32Array, right: Float32Array): void {
    for (let index = 0; index < left.length; index += 1) {
      const sample = (left[index]! + right[index]!) / 2;
      this.#low += this.#smoothing * (sample - this.#low);
      this.#lowSum += this.#low ** 2;
      this.#highSum += (sample - this.#low) ** 2;
      this.#samples += 1;
      if (this.#samples === this.#stepSamples) this.#endStep();
    }
  }

  /** When the beats are, in seconds from the first sample; none in speech, noise and silence. */
  find(): number[] {
    return findBeats(this.#rises).map((step) => step / stepsPerSecond);
  }

  #endStep(): void {
    const measure = (sum: number) => Math.log(Math.sqrt(sum / this.#samples) + silentLevel);
    const now: [number, number] = [measure(this.#lowSum), measure(this.#highSum)];
    const [low, high] = this.#before ?? now;
    this.#rises.push(Math.max(0, now[0] - low) + Math.max(0, now[1] - high));
    this.#before = now;
    this.#lowSum = 0;
    this.#highSum = 0;
    this.#samples = 0;
  }
}

/**
 * The steps at which beats are: those of the tempo at which the rises repeat, each where a rise is, found with dynamic programming
 * (D. Ellis, Beat Tracking by Dynamic Programming, 2007). Pure.
 */
function findBeats(rises: readonly number[]): number[] {
  const strengths = smooth(normalise(rises));
  const period = findPeriod(strengths);
  if (period === null) return [];
  const scores = new Float64Array(strengths.length);
  const previous = new Int32Array(strengths.length).fill(-1);
  for (let step = 0; step < strengths.length; step += 1) {
    let best = 0;
    for (let before = Math.max(0, Math.round(step - 2 * period)); before <= step - period / 2; before += 1) {
      const score = scores[before]! - steadiness * Math.log((step - before) / period) ** 2;
      if (score <= best) continue;
      best = score;
      previous[step] = before;
    }
    scores[step] = strengths[step]! + best;
  }
  // The best end is within the last beat.
  let last = strengths.length - 1;
  for (let step = Math.max(0, Math.floor(last - period)); step < strengths.length; step += 1) {
    if (scores[step]! > scores[last]!) last = step;
  }
  const beats: number[] = [];
  for (let step = last; step >= 0; step = previous[step]!) beats.push(step);
  // Before the music begins and after its end, the tempo alone placed them.
  const least = sum(beats.map((step) => strengths[step]!)) / beats.length / 2;
  const isHeard = (step: number) => strengths[step]! >= least;
  return beats.slice(beats.findIndex(isHeard), beats.findLastIndex(isHeard) + 1).toReversed();
}

/** In units of their own spread, or less where they hardly differ. */
function normalise(values: readonly number[]): number[] {
  const average = sum(values) / Math.max(1, values.length);
  const spread = Math.sqrt(sum(values.map((value) => (value - average) ** 2)) / Math.max(1, values.length));
  return values.map((value) => value / Math.max(spread, leastSpread));
}

/** A rise counts a little for the steps beside it. */
function smooth(values: readonly number[]): number[] {
  return values.map((value, index) => value + ((values[index - 1] ?? 0) + (values[index + 1] ?? 0)) / 2);
}

/** After how many steps the rises repeat best; null where they don't. */
function findPeriod(strengths: readonly number[]): number | null {
  const average = sum(strengths) / Math.max(1, strengths.length);
  const centred = strengths.map((strength) => strength - average);
  const own = correlate(centred, 0);
  let best = { period: 0, likeness: 0, score: 0 };
  for (let tempo = slowest; tempo <= fastest; tempo += 0.5) {
    const period = (stepsPerSecond * 60) / tempo;
    const [one, two, four] = [1, 2, 4].map((beats) => correlate(centred, Math.round(beats * period)));
    const likeness = (one! / 2 + two! / 4 + four! / 4) / own;
    const score = likeness * Math.exp(-0.5 * (Math.log2(tempo / usual) / spreadOctaves) ** 2);
    if (score > best.score) best = { period, likeness, score };
  }
  return best.likeness >= leastRegular && own > leastStrength ? best.period : null;
}

function correlate(values: readonly number[], lag: number): number {
  let total = 0;
  for (let index = lag; index < values.length; index += 1) total += values[index]! * values[index - lag]!;
  return total / Math.max(1, values.length - lag);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
