/** Blocks below this loudness are silence (ITU-R BS.1770-5, annex 1). */
const absoluteGateLufs = -70;
/** Blocks so much below the mean of the others are pauses. */
const relativeGateLu = -10;
/** Cancels the gain of the K-weighting at 997 Hz. */
const offsetLufs = -0.691;
/** A block of 400 ms is four steps, so blocks overlap by 75%. */
const stepsPerBlock = 4;
const stepsPerSecond = 10;

/** A second-order filter, and what it keeps of each channel. */
interface Filter {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * Measures integrated loudness by ITU-R BS.1770-5, annex 1, and EBU Tech 3341, piece by piece in constant memory but for
 * 80 bytes a second. Every channel has the weight 1, which is right for mono and stereo.
 */
export class LoudnessMeter {
  readonly #filters: readonly [shelf: Filter, highPass: Filter];
  readonly #stepSamples: number;
  /** Per channel: two values of each filter (transposed direct form II). */
  readonly #states: readonly Float64Array[];
  #samplesInStep = 0;
  #sumInStep = 0;
  #steps: number[] = [];

  constructor({ sampleRateHz, channels }: { sampleRateHz: number; channels: number }) {
    this.#filters = createWeighting(sampleRateHz);
    this.#stepSamples = Math.round(sampleRateHz / stepsPerSecond);
    this.#states = Array.from({ length: channels }, () => new Float64Array(4));
  }

  add(channelData: readonly Float32Array[]): void {
    const samples = channelData[0]?.length ?? 0;
    for (let at = 0; at < samples;) {
      const end = Math.min(samples, at + this.#stepSamples - this.#samplesInStep);
      for (const [index, state] of this.#states.entries()) {
        const channel = channelData[index];
        if (channel) this.#sumInStep += this.#sumSquares(channel.subarray(at, end), state);
      }
      this.#samplesInStep += end - at;
      if (this.#samplesInStep === this.#stepSamples) this.#endStep();
      at = end;
    }
  }

  /** Integrated loudness in LUFS; null for silence and for less than 400 ms. */
  measure(): number | null {
    const blocks = this.#steps.flatMap((_step, first) => {
      const steps = this.#steps.slice(first, first + stepsPerBlock);
      return steps.length < stepsPerBlock ? [] : [mean(steps)];
    });
    const audible = blocks.filter((block) => toLufs(block) > absoluteGateLufs);
    if (audible.length === 0) return null;
    const gateLufs = toLufs(mean(audible)) + relativeGateLu;
    return toLufs(mean(audible.filter((block) => toLufs(block) > gateLufs)));
  }

  #sumSquares(samples: Float32Array, state: Float64Array): number {
    const [shelf, highPass] = this.#filters;
    let [s1 = 0, s2 = 0, h1 = 0, h2 = 0] = state;
    let sum = 0;
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index]!;
      const shelved = shelf.b0 * sample + s1;
      s1 = shelf.b1 * sample - shelf.a1 * shelved + s2;
      s2 = shelf.b2 * sample - shelf.a2 * shelved;
      const weighted = highPass.b0 * shelved + h1;
      h1 = highPass.b1 * shelved - highPass.a1 * weighted + h2;
      h2 = highPass.b2 * shelved - highPass.a2 * weighted;
      sum += weighted * weighted;
    }
    state.set([s1, s2, h1, h2]);
    return sum;
  }

  #endStep(): void {
    this.#steps.push(this.#sumInStep / this.#stepSamples);
    this.#samplesInStep = 0;
    this.#sumInStep = 0;
  }
}

/** The loudness of a mean square of all channels, K-weighted. */
export function toLufs(power: number): number {
  return offsetLufs + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// BS.1770-5 lists coefficients for 48 kHz. These are the analogue prototypes behind them, so that every rate has the same
// frequency response; the constants are those of libebur128.

/** The filters of the K-weighting. */
export function createWeighting(sampleRateHz: number): readonly [shelf: Filter, highPass: Filter] {
  return [createShelf(sampleRateHz), createHighPass(sampleRateHz)];
}

/** Stage 1: the head as a rigid sphere, +4 dB above 1.7 kHz. */
function createShelf(sampleRateHz: number): Filter {
  const k = Math.tan((Math.PI * 1_681.974_450_955_533) / sampleRateHz);
  const q = 0.707_175_236_955_419_6;
  const high = 10 ** (3.999_843_853_973_347 / 20);
  const band = high ** 0.499_666_774_154_541_6;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** Stage 2: a high-pass filter at 38 Hz. */
function createHighPass(sampleRateHz: number): Filter {
  const k = Math.tan((Math.PI * 38.135_470_876_024_44) / sampleRateHz);
  const q = 0.500_327_037_323_877_3;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
