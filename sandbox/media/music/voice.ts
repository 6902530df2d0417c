import type { Tone } from "./instruments.ts";

interface Vowel {
  /** Centres of the three formants in hertz. */
  formants: readonly [number, number, number];
  gains: readonly [number, number, number];
}

const VOWELS: Readonly<Record<string, Vowel>> = {
  a: { formants: [800, 1250, 2700], gains: [1, 0.55, 0.22] },
  e: { formants: [480, 1950, 2600], gains: [1, 0.4, 0.25] },
  i: { formants: [320, 2250, 2950], gains: [1, 0.3, 0.24] },
  o: { formants: [480, 860, 2500], gains: [1, 0.5, 0.12] },
  u: { formants: [340, 750, 2300], gains: [1, 0.35, 0.08] },
};
const BANDWIDTHS = [90, 110, 160] as const;
const ATTACK_SECONDS = 0.045;
const RELEASE_SECONDS = 0.1;
const TAU = 2 * Math.PI;

/** A sung vowel: a buzz like that of vocal cords through three formants, with vibrato on long notes. No words. */
export function singVowel(tone: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const { hertz, seconds, velocity } = tone;
  const vowel = VOWELS[tone.vowel] ?? (VOWELS.a as Vowel);
  const resonators = vowel.formants.map((center, index) =>
    makeResonator(Math.min(center, sampleRate * 0.44), BANDWIDTHS[index] ?? 120, sampleRate),
  );
  const samples = new Float32Array(Math.round((seconds + RELEASE_SECONDS) * sampleRate));
  let [phase, previous, noise] = [0, 0, 12345];
  for (let index = 0; index < samples.length; index += 1) {
    const second = index / sampleRate;
    const vibrato = 0.011 * Math.sin(TAU * 5.6 * second) * Math.min(Math.max(second - 0.18, 0) * 3, 1);
    // Notes are reached from a little below, as singers do.
    const scoop = -0.025 * Math.exp(-second * 22);
    phase = (phase + (hertz * (1 + vibrato + scoop)) / sampleRate) % 1;
    // A pulse that opens slowly and shuts fast; its change is what the throat hears.
    const pulse = phase < 0.6 ? 0.5 - 0.5 * Math.cos((Math.PI * phase) / 0.45) : 0;
    noise = (Math.imul(noise, 1103515245) + 12345) & 0x7fffffff;
    const breath = (noise / 2 ** 30 - 1) * 0.02;
    const source = pulse - previous + breath;
    previous = pulse;
    let sum = 0;
    for (const [formant, resonate] of resonators.entries()) {
      sum += (vowel.gains[formant] ?? 0) * resonate(source);
    }
    const rise = Math.min(second / ATTACK_SECONDS, 1);
    const fall = Math.min(Math.max((seconds + RELEASE_SECONDS - second) / RELEASE_SECONDS, 0), 1);
    samples[index] = sum * rise * fall;
  }
  return normalise(samples, velocity * 0.8);
}

/** A two-pole resonator of about unit gain at its centre. */
function makeResonator(center: number, bandwidth: number, sampleRate: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * bandwidth) / sampleRate);
  const feedback = 2 * radius * Math.cos((TAU * center) / sampleRate);
  const damping = radius * radius;
  const gain = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos((2 * TAU * center) / sampleRate) + damping);
  let [last, beforeLast] = [0, 0];
  return (sample) => {
    const out = gain * sample + feedback * last - damping * beforeLast;
    [beforeLast, last] = [last, out];
    return out;
  };
}

/** Vowels differ much in strength; here each is as loud as the note asks. */
function normalise(samples: Float32Array<ArrayBuffer>, peak: number): Float32Array<ArrayBuffer> {
  const most = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  return most === 0 ? samples : samples.map((sample) => (sample * peak) / most);
}
