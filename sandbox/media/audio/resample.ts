/** Zero crossings of the filter on each side, at the lower of the two rates. */
const ZERO_CROSSINGS = 16;
const PHASES = 512;
/** Share of the lower Nyquist frequency that passes; the rest is the filter's slope. */
const PASSBAND = 0.94;

interface Filter {
  /** For each phase the weights of the input samples around a place. */
  weights: Float32Array[];
  /** Input samples on each side. */
  reach: number;
}

const filters = new Map<number, Filter>();

/** Changes the sample rate with a windowed sinc, which keeps what both rates can carry and lets nothing fold back. */
export function resample(
  samples: Float32Array,
  fromHertz: number,
  toHertz: number,
): Float32Array<ArrayBuffer> {
  if (fromHertz === toHertz) return new Float32Array(samples);
  const step = fromHertz / toHertz;
  const { weights, reach } = getFilter(Math.min(1, 1 / step));
  const output = new Float32Array(Math.round(samples.length / step));
  for (let index = 0; index < output.length; index += 1) {
    const place = index * step;
    const whole = Math.floor(place);
    const phase = weights[Math.round((place - whole) * PHASES)];
    if (phase === undefined) continue;
    const first = whole - reach + 1;
    const from = Math.max(0, -first);
    const to = Math.min(phase.length, samples.length - first);
    let sum = 0;
    for (let tap = from; tap < to; tap += 1) sum += (phase[tap] ?? 0) * (samples[first + tap] ?? 0);
    output[index] = sum;
  }
  return output;
}

/** The filter for a ratio of the target rate to the source rate, at most 1. */
function getFilter(ratio: number): Filter {
  const known = filters.get(ratio);
  if (known !== undefined) return known;
  const cutoff = ratio * PASSBAND;
  const reach = Math.ceil(ZERO_CROSSINGS / ratio);
  const weights = Array.from({ length: PHASES + 1 }, (_unused, phase) => {
    const row = Float32Array.from({ length: 2 * reach }, (_one, tap) => {
      const distance = tap - reach + 1 - phase / PHASES;
      return cutoff * sinc(cutoff * distance) * blackman(distance / reach);
    });
    // Each phase passes a constant unchanged.
    const sum = row.reduce((total, weight) => total + weight, 0);
    return row.map((weight) => weight / sum);
  });
  const filter = { weights, reach };
  filters.set(ratio, filter);
  return filter;
}

function sinc(value: number): number {
  return value === 0 ? 1 : Math.sin(Math.PI * value) / (Math.PI * value);
}

/** From -1 to 1, zero outside. */
function blackman(place: number): number {
  if (Math.abs(place) >= 1) return 0;
  return 0.42 + 0.5 * Math.cos(Math.PI * place) + 0.08 * Math.cos(2 * Math.PI * place);
}
