import { createEffectChain, type EffectSettings, limit, makeWatermark } from "../audio/effects.ts";
import { resample } from "../audio/sound.ts";
import type { LanguageRun } from "./languages.ts";
import type { SpeechEngine } from "./speech-engine.ts";
import { type ScriptSentence, writeScript } from "./speech-script.ts";
import { makeToneSound } from "./tone-tags.ts";
import { castVoice, directVoice, type Manner } from "./voices.ts";

export interface SpeechPart {
  text: string;
  /** One voice, or several mixed by weight; a null id is the default voice. */
  voices: readonly { voiceId: string | null; weight: number }[];
  manner: Manner;
  volume: number;
  languageBoost: string | null;
  pronunciations: readonly (readonly [string, string])[];
  hasToneTags: boolean;
  effects: EffectSettings;
  hasWatermark: boolean;
}

/** One sentence as it was spoken, for subtitles. Times in milliseconds, places in UTF-16 units of the text. */
export interface SpokenSentence {
  text: string;
  startMs: number;
  endMs: number;
  startIndex: number;
  endIndex: number;
}

/** One channel of sound that follows what came before, and the sentence that has ended, if one has. */
interface SpokenBlock {
  samples: Float32Array<ArrayBuffer>;
  sentence: SpokenSentence | null;
}

const SENTENCE_GAP_SECONDS = 0.28;
const PARAGRAPH_GAP_SECONDS = 0.6;
const LEVEL = 0.85;
const AUDIBLE = 0.004;
const EDGE_SECONDS = 0.006;

/** Performs a text sentence by sentence. The same part gives the same samples. */
export async function* performSpeech(
  part: SpeechPart,
  engine: SpeechEngine,
  sampleRate: number,
): AsyncGenerator<SpokenBlock> {
  const voices = part.voices.map(({ voiceId, weight }) => ({ cast: castVoice(voiceId), weight }));
  const totalWeight = voices.reduce((sum, { weight }) => sum + weight, 0);
  const script = writeScript(part.text, { ...part, voiceLanguage: voices[0]?.cast.language ?? "cmn" });
  const effects = createEffectChain(part.effects, sampleRate);
  let spokenSamples = 0;
  const finish = (samples: Float32Array<ArrayBuffer>): SpokenBlock => {
    effects.apply(samples);
    const gain = part.volume * LEVEL;
    for (let index = 0; index < samples.length; index += 1) samples[index] = limit(samples[index]! * gain);
    spokenSamples += samples.length;
    return { samples, sentence: null };
  };
  const speak = async (run: LanguageRun) => {
    const takes: { samples: Float32Array; weight: number }[] = [];
    for (const { cast, weight } of voices) {
      const delivery = directVoice(cast, part.manner);
      const spoken = await engine.speak(run.text, run.language, delivery);
      const sourceRate = spoken.sampleRate / delivery.size;
      const samples = resample(trimSilence(spoken.samples, spoken.sampleRate), sourceRate, sampleRate);
      takes.push({ samples, weight: weight * delivery.gain });
    }
    return mix(takes, totalWeight);
  };
  const nowMs = () => (spokenSamples / sampleRate) * 1000;
  if (script.length === 0) yield finish(makeSilence(SENTENCE_GAP_SECONDS, sampleRate));
  for (const [index, line] of script.entries()) {
    const startMs = nowMs();
    for (const piece of line.parts) {
      if (piece.kind === "pause") yield finish(makeSilence(piece.seconds, sampleRate));
      else if (piece.kind === "tone") yield finish(makeToneSound(piece.tag, sampleRate));
      else for (const run of piece.runs) yield finish(await speak(run));
    }
    const { text, startIndex, endIndex } = line;
    const sentence = { text, startMs, endMs: nowMs(), startIndex, endIndex };
    const isLast = index === script.length - 1;
    const gap = isLast ? effects.tailSeconds : gapAfter(line, part.manner.speed);
    yield { ...finish(makeSilence(gap, sampleRate)), sentence };
  }
  if (part.hasWatermark) yield { samples: makeWatermark(sampleRate), sentence: null };
}

/** Several voices at once, by their weights: a chorus of them. */
function mix(
  takes: readonly { samples: Float32Array; weight: number }[],
  totalWeight: number,
): Float32Array<ArrayBuffer> {
  const mixed = new Float32Array(Math.max(...takes.map(({ samples }) => samples.length)));
  for (const { samples, weight } of takes) {
    const gain = weight / totalWeight;
    for (let index = 0; index < samples.length; index += 1) mixed[index]! += gain * samples[index]!;
  }
  return mixed;
}

function gapAfter(line: ScriptSentence, speed: number): number {
  if (line.pauseAfterSeconds !== null) return line.pauseAfterSeconds;
  return (line.endsParagraph ? PARAGRAPH_GAP_SECONDS : SENTENCE_GAP_SECONDS) / speed;
}

/** Without the silence at both ends, so that pauses last as long as they say. */
function trimSilence(samples: Float32Array<ArrayBuffer>, sampleRate: number): Float32Array<ArrayBuffer> {
  const edge = Math.round(EDGE_SECONDS * sampleRate);
  const isAudible = (sample: number) => Math.abs(sample) > AUDIBLE;
  const first = samples.findIndex(isAudible);
  if (first === -1) return samples.subarray(0, 0);
  return samples.subarray(Math.max(first - edge, 0), samples.findLastIndex(isAudible) + edge);
}

function makeSilence(seconds: number, sampleRate: number): Float32Array<ArrayBuffer> {
  return new Float32Array(Math.round(seconds * sampleRate));
}

/** Sentence timing as the service writes it: a JSON array, times in milliseconds (unshown.md, subtitles). */
export function formatSentences(sentences: readonly SpokenSentence[]): string {
  return JSON.stringify(
    sentences.map((sentence) => ({
      text: sentence.text,
      time_begin: sentence.startMs,
      time_end: sentence.endMs,
      text_begin: sentence.startIndex,
      text_end: sentence.endIndex,
    })),
  );
}
