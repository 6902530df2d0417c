import { SeededRandom } from "../random.ts";
import type { Harmony } from "./harmony.ts";
import type { Section } from "./song-form.ts";

/** A note of a melody. Times in beats from the start of its section. */
export interface MelodyNote {
  beat: number;
  beats: number;
  midi: number;
  /** Of a sung syllable. */
  vowel?: string;
}

const BEATS_PER_BAR = 4;
const PHRASE_BARS = 2;
const MOST_NOTES = 14;
const LOWEST = 58;

/**
 * Writes the melody of a section: phrases of two bars (or what a line has), a motif that comes back, chord tones where
 * the weight is and steps between. The same section of the same piece gets the same melody.
 */
export function writeMelody(section: Section, harmony: Harmony, isSung: boolean, seed: string): MelodyNote[] {
  // Sections of one kind share their tune; a second verse is the first one with other words.
  const phraseCount = isSung ? section.lines.length : Math.ceil(section.bars / PHRASE_BARS);
  const phraseBeats = (section.bars * BEATS_PER_BAR) / Math.max(phraseCount, 1);
  return Array.from({ length: phraseCount }, (_unused, index) => {
    const line = isSung ? (section.lines[index] ?? "") : null;
    // A, A, B, A: what is heard again is remembered.
    const random = new SeededRandom(`melody ${seed} ${section.label} ${index % 4 === 2 ? "B" : "A"}`);
    return writePhrase(
      { start: index * phraseBeats, beats: phraseBeats, line, isLast: index === phraseCount - 1 },
      section,
      harmony,
      random,
    );
  }).flat();
}

function writePhrase(
  phrase: { start: number; beats: number; line: string | null; isLast: boolean },
  section: Section,
  harmony: Harmony,
  random: SeededRandom,
): MelodyNote[] {
  const vowels = phrase.line === null ? [] : listVowels(phrase.line);
  const count = phrase.line === null ? random.integer(4, 7) : Math.max(vowels.length, 1);
  const onsets = placeOnsets(count, phrase.beats, random);
  let step = (section.label === "chorus" ? 9 : 7) + random.integer(0, 2);
  return onsets.map((beat, index): MelodyNote => {
    const isFinal = index === onsets.length - 1;
    const next = onsets[index + 1] ?? phrase.beats - (phrase.line === null ? 0.5 : 0.25);
    const bar = Math.floor((phrase.start + beat) / BEATS_PER_BAR);
    const chord = harmony.stepsOf(harmony.degreeIn(section.label, bar, false));
    const hasWeight = Number.isInteger(beat) || isFinal;
    step += random.pick([-2, -1, -1, 0, 1, 1, 2]);
    step = Math.min(Math.max(step, 4), 13);
    if (hasWeight) step = nearestStep(step, chord);
    const longest = isFinal ? 2.5 : 1.5;
    const note = {
      beat: phrase.start + beat,
      beats: Math.max(Math.min(next - beat, longest), 0.2),
      midi: harmony.noteAt(step, LOWEST - 12),
    };
    return phrase.line === null ? note : { ...note, vowel: vowels[index] ?? "a" };
  });
}

/** Beats at which notes begin: on eighths, or on sixteenths where there are many; the last leaves room to hold. */
function placeOnsets(count: number, beats: number, random: SeededRandom): number[] {
  const room = beats - Math.min(1.5, beats / 4);
  const step = count > room * 2 ? 0.25 : 0.5;
  const slots = Math.max(Math.floor(room / step), 1);
  if (count >= slots) return Array.from({ length: count }, (_unused, index) => (index * room) / count);
  const chosen = new Set<number>([0]);
  // Beats are taken before what lies between them.
  while (chosen.size < count) {
    const slot = random.integer(0, slots - 1);
    if ((slot * step) % 1 === 0 || random.chance(0.55)) chosen.add(slot);
  }
  return [...chosen].toSorted((one, other) => one - other).map((slot) => slot * step);
}

function nearestStep(step: number, chord: readonly number[]): number {
  const candidates = chord.flatMap((tone) => [tone, tone + 7, tone + 14]);
  return candidates.reduce((best, tone) => (Math.abs(tone - step) < Math.abs(best - step) ? tone : best));
}

/** The vowels of a line, one a syllable; a letter of a script without written vowels counts as one. */
function listVowels(line: string): string[] {
  const groups =
    line.toLowerCase().match(/[aeiouyäöüáéíóúàèаеиоуыэюя]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu) ??
    [];
  const plain = groups.map((group) => VOWELS[group[0] ?? "a"] ?? pickVowel(group));
  return plain.slice(0, MOST_NOTES);
}

const VOWELS: Readonly<Record<string, string>> = {
  ...{ a: "a", e: "e", i: "i", o: "o", u: "u", y: "i", ä: "e", ö: "e", ü: "u" },
  ...{ á: "a", é: "e", í: "i", ó: "o", ú: "u", à: "a", è: "e" },
  ...{ а: "a", е: "e", и: "i", о: "o", у: "u", ы: "i", э: "e", ю: "u", я: "a" },
};

function pickVowel(character: string): string {
  return ["a", "e", "i", "o", "u"][(character.codePointAt(0) ?? 0) % 5] ?? "a";
}
