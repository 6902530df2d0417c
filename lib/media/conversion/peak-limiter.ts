import { TruePeakReader, truePeakDelay } from "./true-peak";

/** How long before a peak the gain begins to fall. */
const attackSeconds = 0.005;
/** How fast it recovers: the share of the way back in this time is 1 - 1/e. */
const releaseSeconds = 0.08;

/**
 * Multiplies sound by a gain and keeps its true peak at or below a ceiling, all channels by the same factor. The factor falls
 * before a peak and rises after it. Piece by piece, in constant memory.
 */
export class PeakLimiter {
  readonly #gain: number;
  readonly #ceiling: number;
  readonly #readers: readonly TruePeakReader[];
  readonly #delayed: readonly Float32Array[];
  /** Samples in a fall of the factor. */
  readonly #attack: number;
  readonly #release: number;
  /** The factors that the last peaks allow, with the numbers of their samples, increasing: the first is the lowest. */
  readonly #lowest: { number: number; factor: number }[] = [];
  readonly #factors: Float64Array;
  #factorSum: number;
  #factor = 1;
  #taken = 0;
  #given = 0;

  constructor({
    sampleRateHz,
    channels,
    gain,
    ceiling,
  }: {
    sampleRateHz: number;
    channels: number;
    gain: number;
    ceiling: number;
  }) {
    this.#gain = gain;
    this.#ceiling = ceiling;
    this.#attack = Math.max(1, Math.round(attackSeconds * sampleRateHz));
    this.#release = 1 - Math.exp(-1 / (releaseSeconds * sampleRateHz));
    this.#readers = Array.from({ length: channels }, () => new TruePeakReader());
    this.#delayed = Array.from({ length: channels }, () => new Float32Array(this.#delay));
    this.#factors = new Float64Array(this.#attack).fill(1);
    this.#factorSum = this.#attack;
  }

  /** By how many samples the result trails. */
  get #delay(): number {
    return this.#attack + truePeakDelay;
  }

  /** Adds samples; returns as many as have become ready. */
  add(channelData: readonly Float32Array[]): Float32Array<ArrayBuffer>[] {
    const samples = channelData[0]?.length ?? 0;
    const ready = Math.max(0, this.#taken + samples - this.#delay - this.#given);
    const result = channelData.map(() => new Float32Array(ready));
    let written = 0;
    for (let at = 0; at < samples; at += 1) {
      let peak = 0;
      for (let channel = 0; channel < channelData.length; channel += 1) {
        const level = this.#readers[channel]!.read(channelData[channel]![at]!);
        if (level > peak) peak = level;
      }
      const factor = this.#nextFactor(peak * this.#gain);
      const place = this.#taken % this.#delay;
      const isReady = this.#taken >= this.#delay;
      for (let channel = 0; channel < channelData.length; channel += 1) {
        const delayed = this.#delayed[channel]!;
        if (isReady) result[channel]![written] = delayed[place]! * this.#gain * factor;
        delayed[place] = channelData[channel]![at]!;
      }
      if (isReady) written += 1;
      this.#taken += 1;
    }
    this.#given += written;
    return result;
  }

  /** The rest. */
  flush(): Float32Array<ArrayBuffer>[] {
    const rest = this.#taken - this.#given;
    const silence = this.#readers.map(() => new Float32Array(this.#delay));
    return this.add(silence).map((channel) => channel.subarray(channel.length - rest));
  }

  /**
   * The mean of the lowest allowed factors of the last samples, each of them looking ahead by the same time. The window of
   * the mean is that of the minimum, so the factor has reached what a peak allows when the peak comes out.
   */
  #nextFactor(peak: number): number {
    const lowest = this.#lowest;
    if (peak > this.#ceiling) {
      const factor = this.#ceiling / peak;
      while (lowest.length > 0 && lowest.at(-1)!.factor >= factor) lowest.pop();
      lowest.push({ number: this.#taken, factor });
    }
    if (lowest[0] && lowest[0].number < this.#taken - this.#attack) lowest.shift();
    const recovered = this.#factor + (1 - this.#factor) * this.#release;
    this.#factor = Math.min(lowest[0]?.factor ?? 1, recovered);
    const place = this.#taken % this.#attack;
    this.#factorSum += this.#factor - this.#factors[place]!;
    this.#factors[place] = this.#factor;
    return Math.min(1, this.#factorSum / this.#attack);
  }
}
