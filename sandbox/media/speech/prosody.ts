import type { CastVoice } from "./voice-cast.ts";

export type Emotion =
  "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "calm" | "fluent" | "whisper";

/** How a request bends a voice. */
export interface Manner {
  /** 0.5 to 2. */
  speed: number;
  /** Semitones, -12 to 12. */
  pitch: number;
  emotion: Emotion | null;
}

interface Mood {
  pace: number;
  /** Semitones. */
  pitch: number;
  /** Factor of the melody's liveliness. */
  range: number;
  gain: number;
}

const NEUTRAL: Mood = { pace: 1, pitch: 0, range: 1, gain: 1 };
const MOODS: Readonly<Record<Emotion, Mood>> = {
  happy: { pace: 1.1, pitch: 2, range: 1.5, gain: 1.05 },
  sad: { pace: 0.82, pitch: -2, range: 0.5, gain: 0.8 },
  angry: { pace: 1.12, pitch: -1, range: 1.6, gain: 1.3 },
  fearful: { pace: 1.18, pitch: 3, range: 0.8, gain: 0.85 },
  disgusted: { pace: 0.9, pitch: -3, range: 1.2, gain: 1 },
  surprised: { pace: 1.05, pitch: 4, range: 1.8, gain: 1.1 },
  calm: { pace: 0.92, pitch: -0.5, range: 0.7, gain: 0.9 },
  fluent: { pace: 1.08, pitch: 0, range: 1.1, gain: 1 },
  whisper: { pace: 0.92, pitch: 0, range: 0.8, gain: 0.6 },
};

/** Settings of the synthesizer for one voice in one manner. */
export interface Delivery {
  variant: string;
  /** Words a minute. */
  rate: number;
  /** 0 to 99; 50 steps are an octave. */
  pitch: number;
  range: number;
  gain: number;
  /** Throat length, see CastVoice; the sound is played that much slower. */
  size: number;
}

const WORDS_A_MINUTE = 165;
const STEPS_A_SEMITONE = 50 / 12;

/** What the synthesizer must be told so that a voice speaks in a manner. */
export function directVoice(voice: CastVoice, manner: Manner): Delivery {
  const mood = manner.emotion === null ? NEUTRAL : MOODS[manner.emotion];
  // Playing a sound slower makes the throat longer, but the pace slower and the pitch lower too: both are made up for.
  const throatSemitones = 12 * Math.log2(voice.size);
  const semitones = voice.pitch + manner.pitch + mood.pitch + throatSemitones;
  return {
    variant: manner.emotion === "whisper" ? "whisper" : voice.variant,
    rate: clamp(WORDS_A_MINUTE * manner.speed * voice.pace * mood.pace * voice.size, 80, 450),
    pitch: clamp(50 + semitones * STEPS_A_SEMITONE, 0, 99),
    range: clamp(voice.range * mood.range, 0, 99),
    gain: mood.gain,
    size: voice.size,
  };
}

function clamp(value: number, from: number, to: number): number {
  return Math.round(Math.min(Math.max(value, from), to));
}
