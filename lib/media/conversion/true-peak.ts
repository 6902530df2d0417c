/** The interpolator of ITU-R BS.1770-5, annex 2: 4 phases of 12 taps. The last two phases mirror the first two. */
const firstPhase = [
  0.001_708_984_375, 0.010_986_328_125, -0.019_653_320_312_5, 0.033_203_125, -0.059_448_242_187_5,
  0.137_329_101_562_5, 0.972_167_968_75, -0.102_294_921_875, 0.047_607_421_875, -0.026_611_328_125,
  0.014_892_578_125, -0.008_300_781_25,
];
const secondPhase = [
  -0.029_174_804_687_5, 0.029_296_875, -0.051_757_812_5, 0.089_111_328_125, -0.166_503_906_25,
  0.465_087_890_625, 0.779_785_156_25, -0.200_317_382_812_5, 0.101_562_5, -0.058_227_539_062_5,
  0.033_081_054_687_5, -0.018_920_898_437_5,
];
const phases = [firstPhase, secondPhase, secondPhase.toReversed(), firstPhase.toReversed()].map((phase) =>
  Float64Array.from(phase),
);
const taps = firstPhase.length;

/** By how many samples a level trails the sample that it belongs to. */
export const truePeakDelay = taps / 2;

/** Finds the levels between samples of one channel, at four times its rate. Keeps the last samples between calls. */
export class TruePeakReader {
  /** The last samples, twice in a row, so that they can be read without wrapping. */
  readonly #recent = new Float64Array(2 * taps);
  #at = 0;

  /** Adds a sample. Returns the highest level, at least 0, around the sample before the last `truePeakDelay`. */
  read(sample: number): number {
    this.#recent[this.#at] = sample;
    this.#recent[this.#at + taps] = sample;
    this.#at = (this.#at + 1) % taps;
    let highest = 0;
    for (const phase of phases) {
      let level = 0;
      // The newest sample meets the first tap.
      for (let tap = 0; tap < taps; tap += 1) level += phase[tap]! * this.#recent[this.#at + taps - 1 - tap]!;
      if (level < 0) level = -level;
      if (level > highest) highest = level;
    }
    return highest;
  }
}

export function toDecibels(level: number): number {
  return 20 * Math.log10(level);
}

export function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}
