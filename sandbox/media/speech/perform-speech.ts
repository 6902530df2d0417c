import { stripPauseMarkers } from "../../rules/text-rules.ts";
import type { VoiceSetting } from "../../rules/speech-setting-rules.ts";
import { SeededRandom } from "../random.ts";
import type { Sound } from "./sound.ts";

/** One sentence as it was spoken, for subtitles. Times in milliseconds, places in UTF-16 units of the text. */
export interface SpokenSentence {
  text: string;
  startMs: number;
  endMs: number;
  startIndex: number;
  endIndex: number;
}

export interface SpokenText {
  sound: Sound;
  sentences: SpokenSentence[];
}

const SYLLABLE_SECONDS = 0.17;
const SENTENCE_GAP_SECONDS = 0.32;
/** A very long text is hummed faster, so that a test never waits for hours of sound. */
const LONGEST_SECONDS = 120;

/** Hums a text in the melody of speech: one tone per syllable, a pause after each sentence. No words can be made out. */
export function speakText(
  text: string,
  shape: { voice: VoiceSetting; sampleRate: number; channels: 1 | 2; hasWatermark: boolean },
): SpokenText {
  const random = new SeededRandom(`${shape.voice.voiceId}\n${text}`);
  const sentences = splitSentences(stripPauseMarkers(text));
  const naturalSeconds = sentences.reduce(
    (sum, { text: sentence }) => sum + secondsOf(sentence, shape.voice),
    0,
  );
  const haste = Math.max(1, naturalSeconds / LONGEST_SECONDS);
  const totalSeconds = naturalSeconds / haste + (shape.hasWatermark ? 0.6 : 0);
  const samples = new Float32Array(Math.ceil(totalSeconds * shape.sampleRate));
  const baseHertz = random.between(105, 215) * 2 ** (shape.voice.pitch / 12);
  let cursorSeconds = 0;
  const spoken = sentences.map((sentence): SpokenSentence => {
    const startMs = cursorSeconds * 1000;
    const seconds = secondsOf(sentence.text, shape.voice) / haste;
    const gap = SENTENCE_GAP_SECONDS / shape.voice.speed / haste;
    hum(
      samples,
      shape,
      { start: cursorSeconds, seconds: seconds - gap, baseHertz, syllables: countSyllables(sentence.text) },
      random,
    );
    cursorSeconds += seconds;
    return { ...sentence, startMs, endMs: (cursorSeconds - gap) * 1000 };
  });
  if (shape.hasWatermark) addMarker(samples, shape.sampleRate);
  const channels = shape.channels === 2 ? [samples, samples] : [samples];
  return { sound: { sampleRate: shape.sampleRate, channels }, sentences: spoken };
}

function splitSentences(text: string): { text: string; startIndex: number; endIndex: number }[] {
  const segments = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)];
  return segments
    .filter(({ segment }) => segment.trim() !== "")
    .map(({ segment, index }) => ({
      text: segment.trim(),
      startIndex: index,
      endIndex: index + segment.trimEnd().length,
    }));
}

function countSyllables(sentence: string): number {
  const ideographs = sentence.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  const vowels = sentence.match(/[aeiouyäöüáéíóúаеиоуыэюя]+/giu)?.length ?? 0;
  return Math.max(ideographs + vowels, 1);
}

function secondsOf(sentence: string, voice: VoiceSetting): number {
  return (countSyllables(sentence) * SYLLABLE_SECONDS + SENTENCE_GAP_SECONDS) / voice.speed;
}

function hum(
  samples: Float32Array,
  shape: { voice: VoiceSetting; sampleRate: number },
  phrase: { start: number; seconds: number; baseHertz: number; syllables: number },
  random: SeededRandom,
): void {
  const syllableSeconds = phrase.seconds / phrase.syllables;
  const gain = Math.min(0.22 * shape.voice.volume, 0.6);
  let phase = 0;
  for (let syllable = 0; syllable < phrase.syllables; syllable += 1) {
    const fall = 1.12 - 0.28 * (syllable / phrase.syllables);
    const hertz = phrase.baseHertz * fall * random.between(0.92, 1.1);
    const formant = random.between(2.2, 5.5);
    const first = Math.round((phrase.start + syllable * syllableSeconds) * shape.sampleRate);
    const count = Math.round(syllableSeconds * shape.sampleRate);
    for (let index = 0; index < count && first + index < samples.length; index += 1) {
      const share = index / count;
      phase += (2 * Math.PI * hertz) / shape.sampleRate;
      const envelope = Math.sin(Math.PI * Math.min(share * 1.15, 1)) ** 0.7;
      samples[first + index] =
        gain *
        envelope *
        (0.6 * Math.sin(phase) + 0.25 * Math.sin(phase * 2) + 0.15 * Math.sin(phase * formant));
    }
  }
}

/** The rhythm marker of `aigc_watermark`: three ticks at the end. */
function addMarker(samples: Float32Array, sampleRate: number): void {
  for (const at of [0.45, 0.3, 0.15]) {
    const first = samples.length - Math.round(at * sampleRate);
    const count = Math.round(0.05 * sampleRate);
    for (let index = 0; index < count; index += 1) {
      samples[first + index] =
        0.3 * Math.sin((2 * Math.PI * 1200 * index) / sampleRate) * (1 - index / count);
    }
  }
}
