import type { Delivery } from "./prosody.ts";

const SYLLABLE_SECONDS = 0.17;
const LOWEST_HERTZ = 60;

/** What is heard when eSpeak NG cannot be had: one plain tone a syllable, in the voice's pitch and pace. No words. */
export function humWords(text: string, delivery: Delivery, sampleRate: number): Float32Array<ArrayBuffer> {
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
