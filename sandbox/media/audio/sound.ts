import type { SpeechFormat } from "../../rules/speech-rules.ts";

/** Uncompressed sound: one array of samples, -1 to 1, per channel; the rate is in Hz. */
export interface Sound {
  sampleRate: number;
  channels: Float32Array[];
}

export interface EncoderShape {
  format: SpeechFormat;
  sampleRate: number;
  channels: 1 | 2;
  /** Bits per second. */
  mp3Bitrate: number;
}

/** Turns sound into bytes of a format piece by piece. Only the header may change afterwards. */
export interface SoundEncoder {
  readonly contentType: string;
  readonly extension: string;
  /** Bits per second: the requested rate for mp3, that of the samples for the rest. */
  readonly bitrate: number;
  /** Bytes that are ready after these samples, one array of -1 to 1 per channel. */
  encode(channels: readonly Float32Array[]): Buffer;
  /** The last bytes, and the header that replaces the first ones now that the length is known; null keeps them. */
  finish(): { tail: Buffer; header: Buffer | null };
}

/** Samples of 16 bits, little endian, channels interleaved. */
export function toPcm16(channels: readonly Float32Array[]): Buffer {
  const length = channels[0]?.length ?? 0;
  const samples = new Int16Array(length * channels.length);
  for (const [channel, source] of channels.entries()) {
    for (let index = 0; index < length; index += 1) {
      const sample = Math.min(Math.max(source[index]!, -1), 1);
      samples[index * channels.length + channel] = Math.round(sample * 32_767);
    }
  }
  return Buffer.from(samples.buffer);
}

/** Zero crossings of the filter on each side, at the lower of the two rates. */
const ZERO_CROSSINGS = 16;
const PHASES = 512;
/** Share of the lower Nyquist frequency that passes; the rest is the filter's slope. */
const PASSBAND = 0.94;

/** Weights of the input samples around a place, for each phase; by the ratio of the rates. */
const filters = new Map<number, Float32Array[]>();

/** Changes the sample rate with a windowed sinc, so that nothing folds back. */
export function resample(
  samples: Float32Array,
  fromHertz: number,
  toHertz: number,
): Float32Array<ArrayBuffer> {
  if (fromHertz === toHertz) return new Float32Array(samples);
  const step = fromHertz / toHertz;
  const ratio = Math.min(1, 1 / step);
  const filter = filters.get(ratio) ?? makeFilter(ratio);
  filters.set(ratio, filter);
  const output = new Float32Array(Math.round(samples.length / step));
  for (let index = 0; index < output.length; index += 1) {
    const whole = Math.floor(index * step);
    const weights = filter[Math.round((index * step - whole) * PHASES)]!;
    const first = whole - weights.length / 2 + 1;
    const to = Math.min(weights.length, samples.length - first);
    let sum = 0;
    for (let tap = Math.max(0, -first); tap < to; tap += 1) sum += weights[tap]! * samples[first + tap]!;
    output[index] = sum;
  }
  return output;
}

function makeFilter(ratio: number): Float32Array[] {
  const cutoff = ratio * PASSBAND;
  const reach = Math.ceil(ZERO_CROSSINGS / ratio);
  return Array.from({ length: PHASES + 1 }, (_phase, phase) => {
    const row = Float32Array.from({ length: 2 * reach }, (_tap, tap) => {
      const distance = tap - reach + 1 - phase / PHASES;
      return sinc(cutoff * distance) * blackman(distance / reach);
    });
    // Each phase passes a constant unchanged.
    const sum = row.reduce((total, weight) => total + weight, 0);
    return row.map((weight) => weight / sum);
  });
}

function sinc(value: number): number {
  return value === 0 ? 1 : Math.sin(Math.PI * value) / (Math.PI * value);
}

function blackman(place: number): number {
  if (Math.abs(place) >= 1) return 0;
  return 0.42 + 0.5 * Math.cos(Math.PI * place) + 0.08 * Math.cos(2 * Math.PI * place);
}
