import { SeededRandom } from "../random.ts";

/** How a sound that is no word is made: breath, voice or both, in strokes. */
interface ToneSound {
  seconds: number;
  strokes: number;
  /** Share of noise against voice, 0 to 1. */
  breath: number;
  /** Pitch of the voice at its start and end in hertz. */
  hertz: readonly [number, number];
  /** Centre of the noise in hertz. */
  noiseHertz: number;
  /** Swells towards the end instead of dying away. */
  swells?: boolean;
}

/** The 22 tone tags of service.md, text rule 1, as short sounds: stand-ins that can be told apart, not imitations. */
const TONE_SOUNDS = {
  laughs: { seconds: 0.95, strokes: 5, breath: 0.35, hertz: [290, 190], noiseHertz: 1500 },
  chuckle: { seconds: 0.5, strokes: 3, breath: 0.4, hertz: [190, 150], noiseHertz: 1200 },
  coughs: { seconds: 0.5, strokes: 2, breath: 0.85, hertz: [160, 110], noiseHertz: 1300 },
  "clear-throat": { seconds: 0.6, strokes: 2, breath: 0.6, hertz: [120, 95], noiseHertz: 800 },
  groans: { seconds: 0.9, strokes: 1, breath: 0.15, hertz: [140, 90], noiseHertz: 600 },
  breath: { seconds: 0.6, strokes: 1, breath: 1, hertz: [100, 100], noiseHertz: 1400 },
  pant: { seconds: 0.9, strokes: 4, breath: 1, hertz: [100, 100], noiseHertz: 1600 },
  inhale: { seconds: 0.55, strokes: 1, breath: 1, hertz: [100, 100], noiseHertz: 2200, swells: true },
  exhale: { seconds: 0.7, strokes: 1, breath: 1, hertz: [100, 100], noiseHertz: 1000 },
  gasps: { seconds: 0.35, strokes: 1, breath: 0.8, hertz: [260, 380], noiseHertz: 2600, swells: true },
  sniffs: { seconds: 0.4, strokes: 2, breath: 1, hertz: [100, 100], noiseHertz: 3600, swells: true },
  sighs: { seconds: 0.9, strokes: 1, breath: 0.75, hertz: [210, 120], noiseHertz: 1100 },
  snorts: { seconds: 0.35, strokes: 1, breath: 0.7, hertz: [110, 80], noiseHertz: 500 },
  burps: { seconds: 0.4, strokes: 1, breath: 0.25, hertz: [85, 60], noiseHertz: 300 },
  "lip-smacking": { seconds: 0.3, strokes: 2, breath: 1, hertz: [100, 100], noiseHertz: 4200 },
  humming: { seconds: 1.1, strokes: 2, breath: 0.02, hertz: [196, 247], noiseHertz: 400 },
  hissing: { seconds: 0.7, strokes: 1, breath: 1, hertz: [100, 100], noiseHertz: 6500 },
  emm: { seconds: 0.6, strokes: 1, breath: 0.05, hertz: [150, 135], noiseHertz: 400 },
  whistles: { seconds: 0.7, strokes: 1, breath: 0.06, hertz: [1200, 1700], noiseHertz: 3000 },
  sneezes: { seconds: 0.6, strokes: 1, breath: 0.9, hertz: [300, 200], noiseHertz: 3200, swells: true },
  crying: { seconds: 1.2, strokes: 4, breath: 0.2, hertz: [420, 300], noiseHertz: 1000 },
  applause: { seconds: 1.4, strokes: 17, breath: 1, hertz: [100, 100], noiseHertz: 2500 },
} as const satisfies Record<string, ToneSound>;

export type ToneTag = keyof typeof TONE_SOUNDS;

/** Catches the name of a tone tag in brackets. */
export const TONE_TAG_PATTERN = new RegExp(`\\((${Object.keys(TONE_SOUNDS).join("|")})\\)`, "g");

export function isToneTag(name: string): name is ToneTag {
  return Object.hasOwn(TONE_SOUNDS, name);
}

/** The sound of a tone tag, -1 to 1. The same tag is the same sound always. */
export function makeToneSound(tag: ToneTag, sampleRate: number): Float32Array<ArrayBuffer> {
  const sound: ToneSound = TONE_SOUNDS[tag];
  const random = new SeededRandom(`tone ${tag}`);
  const samples = new Float32Array(Math.round(sound.seconds * sampleRate));
  const strokeLength = samples.length / sound.strokes;
  const noiseStep = (2 * Math.PI * Math.min(sound.noiseHertz, sampleRate * 0.45)) / sampleRate;
  // A two-pole resonator gives the noise its colour.
  const [feedback, damping] = [2 * 0.94 * Math.cos(noiseStep), 0.94 ** 2];
  let [last, beforeLast, phase] = [0, 0, 0];
  for (let index = 0; index < samples.length; index += 1) {
    const place = (index % strokeLength) / strokeLength;
    const envelope = Math.sin(Math.PI * (sound.swells === true ? place ** 2 : Math.sqrt(place)));
    const [from, to] = sound.hertz;
    phase += (2 * Math.PI * (from + ((to - from) * index) / samples.length)) / sampleRate;
    const noise = random.between(-0.06, 0.06) + feedback * last - damping * beforeLast;
    [beforeLast, last] = [last, noise];
    const voice = 0.5 * Math.sin(phase) + 0.25 * Math.sin(2 * phase) + 0.12 * Math.sin(3 * phase);
    samples[index] = 0.55 * envelope * (sound.breath * noise + (1 - sound.breath) * voice);
  }
  return samples;
}
