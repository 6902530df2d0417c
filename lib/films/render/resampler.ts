/** Samples on each side that take part in one between them. */
const reach = 16;
const phases = 512;

/**
 * Brings samples to another rate, piece by piece, by a windowed sinc: what the new rate can't hold is left out. `step` is how many
 * samples of the source there are for one of the result, so that a speed is part of it.
 */
export class Resampler {
  readonly #step: number;
  readonly #kernel: Float64Array;
  readonly #taps: number;
  /** Samples of each channel that are still needed, and the place of the first in the source. */
  #kept: Float32Array[];
  #start: number;
  #next = 0;

  constructor({ step, channels }: { step: number; channels: number }) {
    this.#step = step;
    const stretch = Math.max(1, step);
    const side = Math.ceil(reach * stretch);
    this.#taps = 2 * side;
    this.#kernel = makeKernel(side, stretch);
    // Silence before the first sample.
    this.#kept = Array.from({ length: channels }, () => new Float32Array(side));
    this.#start = -side;
  }

  /** Adds samples; returns as many as have become ready. */
  add(channelData: readonly Float32Array[]): Float32Array<ArrayBuffer>[] {
    this.#kept = this.#kept.map((kept, index) => join(kept, channelData[index]!));
    const side = this.#taps / 2;
    const available = this.#start + this.#kept[0]!.length - side;
    const ready = Math.max(0, Math.ceil(available / this.#step - this.#next));
    const result = this.#kept.map(() => new Float32Array(ready));
    for (let index = 0; index < ready; index += 1) {
      const at = (this.#next + index) * this.#step;
      const whole = Math.floor(at);
      const phase = Math.round((at - whole) * phases) * this.#taps;
      const from = whole - side + 1 - this.#start;
      for (const [channel, kept] of this.#kept.entries()) {
        let sum = 0;
        for (let tap = 0; tap < this.#taps; tap += 1) sum += kept[from + tap]! * this.#kernel[phase + tap]!;
        result[channel]![index] = sum;
      }
    }
    this.#next += ready;
    const done = Math.max(0, Math.floor(this.#next * this.#step) - side + 1 - this.#start);
    this.#kept = this.#kept.map((kept) => kept.slice(done));
    this.#start += done;
    return result;
  }

  /** The rest. */
  flush(): Float32Array<ArrayBuffer>[] {
    return this.add(this.#kept.map(() => new Float32Array(this.#taps / 2)));
  }
}

/** The weights of the samples around a place, for each of its phases; each phase sums up to 1. */
function makeKernel(side: number, stretch: number): Float64Array {
  const taps = 2 * side;
  const kernel = new Float64Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const distance = tap - side + 1 - phase / phases;
      const angle = (Math.PI * distance) / stretch;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      const window = Math.abs(distance) >= side ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / side);
      kernel[phase * taps + tap] = sinc * window;
      sum += sinc * window;
    }
    for (let tap = 0; tap < taps; tap += 1) kernel[phase * taps + tap]! /= sum;
  }
  return kernel;
}

function join(left: Float32Array, right: Float32Array): Float32Array {
  const joined = new Float32Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
