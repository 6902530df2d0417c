import { SeededRandom } from "../random.ts";
import type { Sound } from "./sound.ts";

const SCALES: readonly [readonly [number, ...number[]], ...(readonly [number, ...number[]])[]] = [
  [0, 2, 4, 7, 9],
  [0, 3, 5, 7, 10],
  [0, 2, 3, 7, 8],
];
const CHORDS = [
  [0, 7, 12, 16],
  [-4, 3, 8, 12],
  [-7, 0, 5, 9],
  [-5, 2, 7, 11],
] as const;

/** A small piece of music from a text: chords, a bass and a plucked melody. The same text gives the same piece. */
export function composeMusic(
  text: string,
  shape: { sampleRate: number; durationSeconds: number; hasMelody: boolean; hasWatermark: boolean },
): Sound {
  const { sampleRate, durationSeconds } = shape;
  const random = new SeededRandom(text);
  const length = Math.round(sampleRate * durationSeconds);
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const beatSeconds = 60 / random.integer(76, 118);
  const rootMidi = random.integer(45, 54);
  const scale = random.pick(SCALES);
  const note = (tone: Tone) => addTone(left, right, sampleRate, tone);
  for (let beat = 0; beat * beatSeconds < durationSeconds; beat += 1) {
    const start = beat * beatSeconds;
    const chord = CHORDS[Math.floor(beat / 4) % CHORDS.length] ?? CHORDS[0];
    if (beat % 4 === 0) {
      for (const [index, step] of chord.entries()) {
        note({
          start,
          midi: rootMidi + step,
          seconds: beatSeconds * 4.2,
          gain: 0.07,
          decay: 0.5,
          pan: index / 3,
        });
      }
    }
    if (beat % 2 === 0) {
      note({
        start,
        midi: rootMidi + (chord[0] ?? 0) - 12,
        seconds: beatSeconds * 1.8,
        gain: 0.16,
        decay: 1.6,
        pan: 0.5,
      });
    }
    for (const half of [0, 0.5]) {
      if (!shape.hasMelody || !random.chance(0.62)) continue;
      const midi = rootMidi + 12 + random.pick(scale) + (random.chance(0.25) ? 12 : 0);
      const at = start + half * beatSeconds;
      note({
        start: at,
        midi,
        seconds: beatSeconds * 1.4,
        gain: 0.14,
        decay: 3.2,
        pan: random.between(0.25, 0.75),
      });
    }
  }
  if (shape.hasWatermark) addRhythmMarker(note, durationSeconds);
  fadeEnds([left, right], sampleRate);
  return { sampleRate, channels: [left, right] };
}

interface Tone {
  start: number;
  midi: number;
  seconds: number;
  gain: number;
  /** Per second: how fast the tone dies away. */
  decay: number;
  /** 0 left to 1 right. */
  pan: number;
}

/** The audible marker of `aigc_watermark`: three short ticks at the end. */
function addRhythmMarker(note: (tone: Tone) => void, durationSeconds: number): void {
  for (const tick of [0.9, 0.7, 0.5]) {
    note({ start: durationSeconds - tick, midi: 96, seconds: 0.08, gain: 0.3, decay: 20, pan: 0.5 });
  }
}

function addTone(left: Float32Array, right: Float32Array, sampleRate: number, tone: Tone): void {
  const first = Math.round(tone.start * sampleRate);
  const count = Math.min(Math.round(tone.seconds * sampleRate), left.length - first);
  const step = (2 * Math.PI * 440 * 2 ** ((tone.midi - 69) / 12)) / sampleRate;
  const attack = 0.012 * sampleRate;
  const release = 0.06 * sampleRate;
  const fade = Math.exp(-tone.decay / sampleRate);
  let level = tone.gain;
  for (let index = 0; index < count; index += 1) {
    const phase = step * index;
    const envelope = level * Math.min(1, index / attack, (count - index) / release);
    const sample = envelope * (Math.sin(phase) + 0.32 * Math.sin(phase * 2) + 0.11 * Math.sin(phase * 3));
    left[first + index] = (left[first + index] ?? 0) + sample * (1 - tone.pan);
    right[first + index] = (right[first + index] ?? 0) + sample * tone.pan;
    level *= fade;
  }
}

function fadeEnds(channels: Float32Array[], sampleRate: number): void {
  for (const channel of channels) {
    const fade = Math.min(Math.round(0.4 * sampleRate), Math.floor(channel.length / 2));
    for (let index = 0; index < fade; index += 1) {
      const last = channel.length - 1 - index;
      channel[last] = (channel[last] ?? 0) * (index / fade);
    }
  }
}
