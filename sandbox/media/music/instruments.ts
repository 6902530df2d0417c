export interface Tone {
  hertz: number;
  /** Seconds it is held, without the release of its instrument. */
  seconds: number;
  vowel: string;
}

type Play = (tone: Tone, sampleRate: number) => Float32Array<ArrayBuffer>;

/** A pitched instrument: one period of its sound, bright at the start and dull later, under an envelope. */
interface Timbre {
  /** Strength of each partial at the start, and after it has mellowed. */
  bright: readonly number[];
  dull: readonly number[];
  /** Seconds to full strength, and from the end of the note to silence. */
  attack: number;
  release: number;
  /** How fast a plucked or struck note dies away, per second; 0 for one that is held. */
  decay: number;
  /** Depth of the vibrato as a share of the pitch. */
  vibrato?: number;
  /** A second string, this share out of tune. */
  detune?: number;
}

const SAW = Array.from({ length: 24 }, (_partial, index) => 0.6 / (index + 1));
const SOFT_SAW = SAW.map((strength, index) => strength / (1 + index * 0.6));
const PURE = [0.8, 0.18, 0.06];
const HELD = { attack: 0.03, release: 0.15, decay: 0 };
const STRUCK = { attack: 0.004, release: 0.35, decay: 1.4 };

const shape =
  (base: typeof HELD) =>
  (gain: number, send: number, timbre: Pick<Timbre, "bright" | "dull"> & Partial<Timbre>) => ({
    play: tune({ ...base, ...timbre }),
    gain,
    send,
  });
const hold = shape(HELD);
const strike = shape(STRUCK);

/** Every instrument: how it sounds from -1 to 1, its level in the mix, and how much of it goes into the room. */
export const INSTRUMENTS = {
  kick: { play: playKick, gain: 0.62, send: 0.02 },
  snare: { play: playSnare, gain: 0.34, send: 0.25 },
  hat: { play: playHat, gain: 0.13, send: 0.05 },
  bass: strike(0.4, 0.02, { bright: [0.7, 0.4, 0.25, 0.15], dull: [0.7, 0.2], release: 0.09, decay: 0.8 }),
  guitar: strike(0.19, 0.35, { bright: SAW, dull: [0.5, 0.22, 0.1, 0.05], release: 0.2, decay: 2.6 }),
  keys: strike(0.13, 0.4, { bright: [0.7, 0.35, 0.15, 0.05, 0, 0.06], dull: PURE }),
  pad: hold(0.07, 0.7, { bright: SOFT_SAW, dull: SOFT_SAW, attack: 0.35, release: 0.9, detune: 0.006 }),
  lead: hold(0.13, 0.45, { bright: SAW, dull: SOFT_SAW, vibrato: 0.006 }),
  flute: hold(0.17, 0.5, { bright: PURE, dull: PURE, vibrato: 0.005 }),
  bell: strike(0.15, 0.6, {
    bright: [0.6, 0.1, 0.12, 0.2, 0, 0.1],
    dull: [0.7, 0.05],
    release: 0.7,
    decay: 2.4,
  }),
  voice: { play: sing, gain: 0.3, send: 0.4 },
} satisfies Record<string, { play: Play; gain: number; send: number }>;

export type Instrument = keyof typeof INSTRUMENTS;

const TAU = 2 * Math.PI;
const PERIOD = 1024;
const SINE = Float64Array.from({ length: PERIOD }, (_sample, index) => Math.sin((TAU * index) / PERIOD));

/** One period with partials of the given strengths; those above the hearing range of the sample rate are left out. */
function makePeriod(partials: readonly number[], hertz: number, sampleRate: number): Float32Array {
  const audible = partials.slice(0, Math.max(Math.floor((sampleRate * 0.45) / hertz), 1));
  return Float32Array.from({ length: PERIOD + 1 }, (_sample, index) =>
    audible.reduce((sum, strength, place) => sum + strength * SINE[((place + 1) * index) % PERIOD]!, 0),
  );
}

/** Plays a note from two periods, the first of which fades into the second. */
function tune(timbre: Timbre): Play {
  const { attack, release, decay, vibrato = 0, detune = 0 } = timbre;
  return ({ hertz, seconds }, sampleRate) => {
    const bright = makePeriod(timbre.bright, hertz, sampleRate);
    const dull = makePeriod(timbre.dull, hertz, sampleRate);
    const samples = new Float32Array(Math.round((seconds + release) * sampleRate));
    const step = (PERIOD * hertz) / sampleRate;
    let [phase, other, ringing, shine] = [0, PERIOD / 3, 1, 1];
    const fade = Math.exp(-decay / sampleRate);
    const mellow = Math.exp(-6 / sampleRate);
    for (let index = 0; index < samples.length; index += 1) {
      const second = index / sampleRate;
      const bend = vibrato === 0 ? 0 : vibrato * Math.sin(TAU * 5.3 * second) * Math.min(second * 2.5, 1);
      // The remainder of doubles is slow.
      phase += step * (1 + bend);
      if (phase >= PERIOD) phase %= PERIOD;
      let sample = readPeriod(dull, phase) * (1 - shine) + readPeriod(bright, phase) * shine;
      if (detune > 0) {
        other += step * (1 + detune);
        if (other >= PERIOD) other %= PERIOD;
        sample = (sample + readPeriod(dull, other)) * 0.7;
      }
      ringing *= fade;
      shine *= mellow;
      const end = second < seconds ? 1 : 1 - (second - seconds) / release;
      samples[index] = sample * ringing * Math.min(second / attack, 1) * end;
    }
    return samples;
  };
}

function readPeriod(period: Float32Array, place: number): number {
  const whole = place | 0;
  const from = period[whole] ?? 0;
  return from + ((period[whole + 1] ?? 0) - from) * (place - whole);
}

/** Centres of the first three formants in hertz. */
const FORMANTS: Readonly<Record<string, readonly [number, number, number]>> = {
  a: [800, 1250, 2700],
  e: [480, 1950, 2600],
  i: [320, 2250, 2950],
  o: [480, 860, 2500],
  u: [340, 750, 2300],
};

/** A sung vowel without words: partials as strong as the formants of the vowel let them through. */
function sing(tone: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const formants = FORMANTS[tone.vowel] ?? [800, 1250, 2700];
  const partials = Array.from({ length: 24 }, (_partial, index) => {
    const hertz = (index + 1) * tone.hertz;
    const open = formants.map((center, place) => [1, 0.5, 0.2][place]! / (1 + ((hertz - center) / 130) ** 2));
    return (Math.max(...open) + 0.05) / Math.sqrt(index + 1);
  });
  // Vowels differ much in strength; they are to sound equally loud.
  const power = Math.sqrt(partials.reduce((sum, strength) => sum + strength ** 2, 0));
  const even = partials.map((strength) => (strength * 0.55) / power);
  return tune({ ...HELD, bright: even, dull: even, attack: 0.05, release: 0.1, vibrato: 0.011 })(
    tone,
    sampleRate,
  );
}

function playKick(_tone: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  let phase = 0;
  return makeHit(0.34, sampleRate, (second) => {
    phase += (TAU * (46 + 110 * Math.exp(-second * 34))) / sampleRate;
    return Math.sin(phase) * Math.exp(-second * 9) * Math.min((0.34 - second) / 0.03, 1);
  });
}

function playSnare(_tone: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  let low = 0;
  return makeHit(0.4, sampleRate, (second, noise) => {
    low += 0.35 * (noise - low);
    const drum = Math.sin(TAU * 188 * second) * Math.exp(-second * 26);
    return 0.55 * (noise - low * 0.6) * Math.exp(-second / 0.13) + 0.6 * drum;
  });
}

function playHat(_tone: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  let last = 0;
  return makeHit(0.16, sampleRate, (second, noise) => {
    const high = noise - last;
    last = noise;
    return 0.5 * high * Math.exp(-second / 0.04);
  });
}

/** A drum hit; its noise is the same each time. */
function makeHit(
  seconds: number,
  sampleRate: number,
  sample: (second: number, noise: number) => number,
): Float32Array<ArrayBuffer> {
  let state = 7;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_sample, index) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return sample(index / sampleRate, (state >>> 0) / 2 ** 31 - 1);
  });
}
