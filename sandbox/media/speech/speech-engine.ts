import { type EspeakProcess, EspeakUnavailable } from "../../espeak/espeak-process.ts";
import type { Delivery } from "./voices.ts";

interface SpokenWords {
  sampleRate: number;
  samples: Float32Array<ArrayBuffer>;
}

/** The engine in use, and why it is not eSpeak NG. */
export interface SpeechEngineState {
  engine: "espeak-ng" | "tones" | "not-started";
  /** Why tones are used, or why eSpeak NG failed at its last phrase; null without a problem. */
  reason: string | null;
}

const TONE_SAMPLE_RATE = 22_050;

export type SpeechEngine = ReturnType<typeof createSpeechEngine>;

/** Speaks words through eSpeak NG, or plain tones where that is not available. */
export function createSpeechEngine(espeak: EspeakProcess) {
  let current: SpeechEngineState = { engine: "not-started", reason: null };
  const state = (): SpeechEngineState => current;

  /** Speaks a text in a language. A phrase that eSpeak NG fails at becomes tones, and the state says so; rejects once closed. */
  async function speak(text: string, language: string, delivery: Delivery): Promise<SpokenWords> {
    if (current.engine === "tones") return hum(text, delivery);
    try {
      const { variant, rate, pitch, range } = delivery;
      const voice = `${language}+${variant}`;
      const { sampleRate, samples } = await espeak.speak({ voice, rate, pitch, range, text });
      if (current.engine === "not-started") current = { engine: "espeak-ng", reason: null };
      return { sampleRate, samples };
    } catch (error) {
      if (espeak.isClosed) throw error;
      const reason = (error as Error).message;
      const engine = error instanceof EspeakUnavailable ? "tones" : "espeak-ng";
      current = { engine, reason };
      process.stderr.write(`speech by ${engine}: ${reason}\n`);
      return hum(text, delivery);
    }
  }

  return { speak, state };
}

function hum(text: string, delivery: Delivery): SpokenWords {
  return { sampleRate: TONE_SAMPLE_RATE, samples: humWords(text, delivery, TONE_SAMPLE_RATE) };
}

const SYLLABLE_SECONDS = 0.17;
const LOWEST_HERTZ = 60;

/** The fallback for eSpeak NG: one plain tone per syllable, in the pitch and pace of the voice. */
function humWords(text: string, delivery: Delivery, sampleRate: number): Float32Array<ArrayBuffer> {
  const syllables = countSyllables(text);
  const syllableLength = Math.round(((SYLLABLE_SECONDS * 165) / delivery.rate) * sampleRate);
  const samples = new Float32Array(syllables * syllableLength);
  const baseHertz = 150 * 2 ** ((delivery.pitch - 50) / 50);
  let phase = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const fall = 1.12 - 0.28 * (index / samples.length);
    const place = (index % syllableLength) / syllableLength;
    const melody = 1 + (delivery.range / 500) * Math.sin(Math.floor(index / syllableLength) * 2.4);
    phase += (2 * Math.PI * Math.max(baseHertz * fall * melody, LOWEST_HERTZ)) / sampleRate;
    const envelope = Math.sin(Math.PI * place) ** 0.7;
    samples[index] = 0.5 * envelope * (0.7 * Math.sin(phase) + 0.3 * Math.sin(phase * 2));
  }
  return samples;
}

function countSyllables(text: string): number {
  const ideographs = text.match(/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  const vowels = text.match(/[aeiouyäöüáéíóúаеиоуыэюяαεηιουω\u0621-\u064a]+/giu)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return Math.max(ideographs + vowels + digits, 1);
}
