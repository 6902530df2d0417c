import { findBoostedLanguage, type LanguageRun, splitLanguages } from "./languages.ts";
import { TONE_TAG_PATTERN } from "./tone-tags.ts";

export type ScriptPart =
  | { kind: "words"; runs: LanguageRun[] }
  | { kind: "pause"; seconds: number }
  | { kind: "tone"; tag: string };

/** One sentence to perform. Places are UTF-16 units of the text. */
export interface ScriptSentence {
  text: string;
  startIndex: number;
  endIndex: number;
  parts: ScriptPart[];
  /** Pauses between this sentence and the next, added up; null where the text asks for none. */
  pauseAfterSeconds: number | null;
  endsParagraph: boolean;
}

export interface ScriptOptions {
  voiceLanguage: string;
  languageBoost: string | null;
  /** `pronunciation_dict.tone`: pairs of original and replacement. */
  pronunciations: readonly (readonly [string, string])[];
  /** Tone tags are sounds for the speech-2.8 models, and words for the rest (service.md, text rule 1). */
  hasToneTags: boolean;
}

const PAUSE = /<#(\d{1,2}(?:\.\d{1,2})?)#>/g;

/** Reads a text as a script: sentences with their words by language, pauses and tone tags. */
export function writeScript(text: string, options: ScriptOptions): ScriptSentence[] {
  // Pause markers are blanked, not cut out, so that places stay those of the text.
  const blanked = text.replace(PAUSE, (marker) => " ".repeat(marker.length));
  const segments = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(blanked)];
  const places = joinFragments(segments);
  return places.map(({ startIndex, endIndex }, index) => {
    const source = text.slice(startIndex, endIndex);
    const between = text.slice(endIndex, places[index + 1]?.startIndex ?? text.length);
    const pauses = [...between.matchAll(PAUSE)].map(([, seconds]) => Number(seconds));
    return {
      text: source.replace(PAUSE, " ").replace(/\s+/g, " ").trim(),
      startIndex,
      endIndex,
      parts: splitParts(source, options),
      pauseAfterSeconds: pauses.length === 0 ? null : pauses.reduce((sum, seconds) => sum + seconds, 0),
      endsParagraph: between.includes("\n"),
    };
  });
}

/** Places of the sentences. A segment without anything to hear, such as a lone bracket, belongs to the one before. */
function joinFragments(segments: readonly Intl.SegmentData[]): { startIndex: number; endIndex: number }[] {
  const places: { startIndex: number; endIndex: number }[] = [];
  for (const { segment, index } of segments) {
    if (segment.trim() === "") continue;
    const startIndex = index + segment.length - segment.trimStart().length;
    const endIndex = index + segment.trimEnd().length;
    const last = places.at(-1);
    if (last !== undefined && !/[\p{L}\p{N}]/u.test(segment)) last.endIndex = endIndex;
    else places.push({ startIndex, endIndex });
  }
  return places;
}

function splitParts(source: string, options: ScriptOptions): ScriptPart[] {
  const parts: ScriptPart[] = [];
  for (const [index, piece] of source.split(PAUSE).entries()) {
    // A split by a pattern with one group alternates between text and what the group caught.
    if (index % 2 === 1) parts.push({ kind: "pause", seconds: Number(piece) });
    else parts.push(...splitToneTags(piece, options));
  }
  return parts;
}

function splitToneTags(piece: string, options: ScriptOptions): ScriptPart[] {
  if (!options.hasToneTags) return readWords(piece, options);
  return piece.split(TONE_TAG_PATTERN).flatMap((fragment, index): ScriptPart[] => {
    if (index % 2 === 0) return readWords(fragment, options);
    return [{ kind: "tone", tag: fragment }];
  });
}

function readWords(piece: string, options: ScriptOptions): ScriptPart[] {
  const text = prepareForSynthesizer(pronounce(piece, options.pronunciations));
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const preferred = findBoostedLanguage(options.languageBoost) ?? options.voiceLanguage;
  return [{ kind: "words", runs: splitLanguages(text, preferred) }];
}

/** Replaces by the pronunciation dictionary, the longest originals first; what was put in is not replaced again. */
function pronounce(text: string, pronunciations: ScriptOptions["pronunciations"]): string {
  if (pronunciations.length === 0) return text;
  const replacements = new Map(pronunciations);
  const originals = [...replacements.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(originals.map((original) => RegExp.escape(original)).join("|"), "g");
  return text.replace(pattern, (original) => replacements.get(original) ?? original);
}

/** Pinyin of the form `(chu3)(li3)` loses its brackets; angle and double square brackets would be commands. */
function prepareForSynthesizer(text: string): string {
  return text
    .replace(/\(([a-zü]{1,6}[1-5])\)/g, " $1 ")
    .replace(/[<>]/g, " ")
    .replace(/\[{2,}|\]{2,}/g, " ")
    .replace(/\s+/g, " ");
}
