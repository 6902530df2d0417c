import type { Instrument } from "./arrangement.ts";
import { singVowel } from "./voice.ts";

/** A note as an instrument plays it. */
export interface Tone {
  hertz: number;
  /** How long it is held; it may ring on. */
  seconds: number;
  /** 0 to 1. */
  velocity: number;
  vowel: string;
}

type Play = (tone: Tone, sampleRate: number) => Float32Array<ArrayBuffer>;

/** Every instrument: how it sounds at -1 to 1, how loud it is in the mix, and how much of it goes into the room. */
export const INSTRUMENTS: Readonly<Record<Instrument, { play: Play; gain: number; send: number }>> = {
  kick: { play: playKick, gain: 0.62, send: 0.02 },
  snare: { play: (tone, rate) => playSnare(tone, rate, 0.16), gain: 0.34, send: 0.25 },
  clap: { play: playClap, gain: 0.32, send: 0.3 },
  brush: { play: (tone, rate) => playSnare(tone, rate, 0.09), gain: 0.22, send: 0.2 },
  hat: { play: (tone, rate) => playHat(tone, rate, 0.035), gain: 0.13, send: 0.05 },
  openHat: { play: (tone, rate) => playHat(tone, rate, 0.16), gain: 0.13, send: 0.1 },
  crash: { play: (tone, rate) => playHat(tone, rate, 0.9), gain: 0.16, send: 0.4 },
  bass: { play: playBass, gain: 0.36, send: 0.02 },
  guitar: { play: playGuitar, gain: 0.22, send: 0.35 },
  pad: { play: playPad, gain: 0.06, send: 0.7 },
  keys: { play: playKeys, gain: 0.095, send: 0.4 },
  lead: { play: playLead, gain: 0.12, send: 0.45 },
  flute: { play: playFlute, gain: 0.17, send: 0.5 },
  bell: { play: playBell, gain: 0.14, send: 0.6 },
  voice: { play: singVowel, gain: 0.34, send: 0.4 },
};

const TAU = 2 * Math.PI;

/** Noise that is the same every time it is asked for. */
function makeNoise(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  };
}

function make(
  seconds: number,
  sampleRate: number,
  sample: (second: number) => number,
): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (let index = 0; index < samples.length; index += 1) samples[index] = sample(index / sampleRate);
  return samples;
}

/** Rises over the attack, holds, and falls after the time it is held for. */
function envelope(second: number, attack: number, held: number, release: number): number {
  const rise = Math.min(second / attack, 1);
  return second < held ? rise : rise * Math.max(1 - (second - held) / release, 0);
}

function playKick({ velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  let phase = 0;
  return make(0.34, sampleRate, (second) => {
    phase += (TAU * (46 + 110 * Math.exp(-second * 34))) / sampleRate;
    const click = second < 0.003 ? 0.35 * (1 - second / 0.003) : 0;
    return velocity * (Math.sin(phase) * Math.exp(-second * 9) + click) * Math.min((0.34 - second) / 0.03, 1);
  });
}

function playSnare({ velocity }: Tone, sampleRate: number, decay: number): Float32Array<ArrayBuffer> {
  const noise = makeNoise(7);
  let low = 0;
  return make(decay * 2.5, sampleRate, (second) => {
    const white = noise();
    low += 0.35 * (white - low);
    const wires = (white - low * 0.6) * Math.exp(-second / decay);
    const drum = Math.sin(TAU * 188 * second) * Math.exp(-second * 26);
    return velocity * (0.55 * wires + 0.6 * drum);
  });
}

function playClap({ velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const noise = makeNoise(11);
  let [low, lower] = [0, 0];
  return make(0.3, sampleRate, (second) => {
    low += 0.5 * (noise() - low);
    lower += 0.12 * (low - lower);
    const strokes = [0, 0.011, 0.022].reduce(
      (sum, at) => sum + (second >= at ? Math.exp(-(second - at) * 130) : 0),
      0,
    );
    return velocity * 1.5 * (low - lower) * (strokes + 0.7 * Math.exp(-second * 17));
  });
}

function playHat({ velocity }: Tone, sampleRate: number, decay: number): Float32Array<ArrayBuffer> {
  const noise = makeNoise(13);
  let [last, smooth] = [0, 0];
  return make(decay * 4, sampleRate, (second) => {
    const white = noise();
    // Two differences in a row leave only the highs.
    const high = white - last;
    last = white;
    smooth += 0.7 * (high - smooth);
    return velocity * 0.8 * (high - smooth * 0.5) * Math.exp(-second / decay);
  });
}

function playBass({ hertz, seconds, velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const step = TAU * hertz;
  return make(seconds + 0.09, sampleRate, (second) => {
    const bright = Math.exp(-second * 5);
    const phase = step * second;
    const sample =
      Math.sin(phase) +
      (0.3 + 0.35 * bright) * Math.sin(2 * phase) +
      0.4 * bright * Math.sin(3 * phase) +
      0.22 * bright * Math.sin(4 * phase);
    return (
      velocity *
      0.62 *
      sample *
      envelope(second, 0.006, seconds, 0.09) *
      (0.55 + 0.45 * Math.exp(-second * 1.6))
    );
  });
}

/** A plucked string after Karplus and Strong: noise that goes round and loses its highs. */
function playGuitar({ hertz, seconds, velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const period = sampleRate / hertz;
  const line = new Float32Array(Math.max(Math.floor(period - 0.5), 2));
  const noise = makeNoise(Math.round(hertz * 10));
  let smooth = 0;
  for (let index = 0; index < line.length; index += 1) {
    smooth += (0.35 + 0.5 * velocity) * (noise() - smooth);
    line[index] = smooth;
  }
  // What the whole-numbered line is too short or too long by, an all-pass makes up for.
  const fraction = period - 0.5 - line.length;
  const allPass = (1 - fraction) / (1 + fraction);
  const loss = Math.exp(-3.2 / (hertz * 2.4));
  let [place, lastOut, lastIn, lastAll] = [0, 0, 0, 0];
  const held = Math.max(seconds, 0.3);
  return make(held + 0.25, sampleRate, (second) => {
    const out = line[place] ?? 0;
    const mean = 0.5 * (out + lastOut) * loss;
    lastOut = out;
    const shifted = allPass * (mean - lastAll) + lastIn;
    [lastIn, lastAll] = [mean, shifted];
    line[place] = shifted;
    place = (place + 1) % line.length;
    return velocity * 1.25 * out * envelope(second, 0.001, held, 0.25);
  });
}

/** Two saws a hair apart, their highs taken off. */
function playPad({ hertz, seconds, velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const steps = [hertz * 0.9965, hertz * 1.0035].map((pitch) => pitch / sampleRate);
  const phases = [0.1, 0.6];
  let [low, lower] = [0, 0];
  return make(seconds + 0.9, sampleRate, (second) => {
    let sum = 0;
    for (const [index, step] of steps.entries()) {
      const phase = ((phases[index] ?? 0) + step) % 1;
      phases[index] = phase;
      sum += 2 * phase - 1;
    }
    low += 0.13 * (sum - low);
    lower += 0.13 * (low - lower);
    return velocity * lower * envelope(second, 0.35, seconds, 0.9);
  });
}

/** An electric piano by frequency modulation. */
function playKeys({ hertz, seconds, velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const step = TAU * hertz;
  return make(seconds + 0.35, sampleRate, (second) => {
    const bright = velocity * (0.35 + 1.1 * Math.exp(-second * 5));
    const tine = 0.16 * velocity * Math.exp(-second * 14) * Math.sin(step * 7.02 * second);
    const body = Math.sin(step * second + bright * Math.sin(step * second));
    return velocity * (body + tine) * Math.exp(-second * 1.3) * envelope(second, 0.004, seconds, 0.35);
  });
}

function playLead({ hertz, seconds, velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  let [phase, low, lower] = [0, 0, 0];
  const openness = Math.min((hertz * 5) / sampleRate, 0.35);
  return make(seconds + 0.15, sampleRate, (second) => {
    const vibrato = 1 + 0.006 * Math.sin(TAU * 5.4 * second) * Math.min(second * 2.5, 1);
    phase = (phase + (hertz * vibrato) / sampleRate) % 1;
    const saw = 2 * phase - 1;
    const share = openness * (0.7 + 0.9 * Math.exp(-second * 6));
    low += share * (saw - low);
    lower += share * (low - lower);
    return velocity * 1.2 * lower * envelope(second, 0.012, seconds, 0.15);
  });
}

function playFlute({ hertz, seconds, velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const noise = makeNoise(17);
  let [phase, breath] = [0, 0];
  return make(seconds + 0.12, sampleRate, (second) => {
    const vibrato = 1 + 0.005 * Math.sin(TAU * 5 * second) * Math.min(second * 2, 1);
    phase += (TAU * hertz * vibrato) / sampleRate;
    breath += 0.2 * (noise() - breath);
    const tone = Math.sin(phase) + 0.22 * Math.sin(2 * phase) + 0.08 * Math.sin(3 * phase);
    return velocity * (0.8 * tone + 0.12 * breath) * envelope(second, 0.05, seconds, 0.12);
  });
}

function playBell({ hertz, seconds, velocity }: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  const step = TAU * hertz;
  return make(Math.max(seconds, 0.6) + 0.9, sampleRate, (second) => {
    const strike = Math.sin(step * 3.5 * second) * Math.exp(-second * 7);
    const body = Math.sin(step * second + 0.9 * strike) * Math.exp(-second * 2.6);
    return velocity * 0.9 * body * envelope(second, 0.002, Math.max(seconds, 0.6) + 0.4, 0.5);
  });
}
