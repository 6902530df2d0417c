import { type EspeakProcess, EspeakUnavailable } from "../../espeak/espeak-process.ts";
import type { Delivery } from "./voices.ts";

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
  async function speak(text: string, language: string, delivery: Delivery) {
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

/** The fallback for eSpeak NG: one plain tone per syllable, in the pitch and pace of the voice. */
function hum(text: string, { rate, pitch, range }: Delivery) {
  const syllableLength = Math.round((28 / rate) * TONE_SAMPLE_RATE);
  const samples = new Float32Array(countSyllables(text) * syllableLength);
  let phase = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const place = index / syllableLength;
    const melody = (range / 500) * Math.sin(Math.floor(place) * 2.4) - 0.28 * (index / samples.length);
    const hertz = 165 * 2 ** ((pitch - 50) / 50) * (1 + melody);
    phase += (2 * Math.PI * hertz) / TONE_SAMPLE_RATE;
    samples[index] = 0.4 * Math.sin(Math.PI * (place % 1)) * (Math.sin(phase) + 0.4 * Math.sin(phase * 2));
  }
  return { sampleRate: TONE_SAMPLE_RATE, samples };
}

function countSyllables(text: string): number {
  const ideographs = text.match(/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  const vowels = text.match(/[aeiouyäöüáéíóúаеиоуыэюяαεηιουω\u0621-\u064a]+/giu)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return Math.max(ideographs + vowels + digits, 1);
}
