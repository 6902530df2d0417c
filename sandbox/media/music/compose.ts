import type { Instrument } from "./instruments.ts";
import type { Section, SectionLabel } from "./song-form.ts";
import type { Character, Mode } from "./style.ts";
import { SeededRandom } from "../random.ts";

/** Something that is played. Times in beats from the start of its bar. */
export interface Note {
  instrument: Instrument;
  beat: number;
  beats: number;
  midi: number;
  velocity: number;
  pan: number;
  vowel?: string;
}

export const BEATS_PER_BAR = 4;
const PHRASE_BARS = 2;
const MOST_SYLLABLES = 14;

const SCALES: Readonly<Record<Mode, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
};
/** Scale degrees of the chords, one a bar; 0 is the root. */
const VERSES = { major: ["0453", "0534", "0354"], minor: ["0526", "0354", "0656"] } as const;
const CHORUSES = { major: ["3045", "0453", "5304"], minor: ["5600", "5260", "3506"] } as const;
const BRIDGES: Readonly<Record<Mode, string>> = { major: "5234", minor: "3054" };

/** Writes what every instrument plays, bar by bar. The same character and seed give the same notes. */
export function createComposer(character: Character, seed: string, isSung: boolean) {
  const melodies = new Map<Section, Note[]>();
  let chordCenter = 60;
  const random = new SeededRandom(`composer ${seed}`);
  const verse = random.pick(VERSES[character.mode]);
  const chorus = random.pick(CHORUSES[character.mode]);

  /** Notes of one bar; call it for the bars in order. The piece ends with a held root chord. */
  function writeBar(section: Section, bar: number, isEnd: boolean): Note[] {
    if (section.label === "silence") return [];
    const degree = isEnd ? 0 : degreeIn(section.label, bar);
    const notes = [...writeChords(degree, section, isEnd)];
    if (section.energy >= 0.45 || isEnd) notes.push(...writeBass(degree, section, isEnd));
    if (!isEnd) notes.push(...writeDrums(section, bar), ...writeMelody(section, bar));
    return notes.map((note) => humanise(note, section.energy));
  }

  function writeChords(degree: number, section: Section, isEnd: boolean): Note[] {
    const { style } = character;
    const voicing = voice(degree);
    const velocity = 0.45 + 0.35 * section.energy;
    const chord = (instrument: Instrument, beat: number, beats: number, gain: number): Note[] =>
      voicing.map((midi, index) => ({
        instrument,
        // The strings of a strummed guitar sound one after another.
        beat: beat + (instrument === "guitar" ? index * 0.02 : 0),
        beats,
        midi,
        velocity: velocity * gain,
        pan: (index / (voicing.length - 1) - 0.5) * 1.2,
      }));
    if (isEnd) return chord(style.chordsBy, 0, BEATS_PER_BAR, 1);
    const pad = section.energy >= 0.8 && style.chordsBy !== "pad" ? chord("pad", 0, BEATS_PER_BAR, 0.7) : [];
    const played = readSteps(style.chords).flatMap(({ sign, beat, beats }) => {
      if (sign === "x") return chord(style.chordsBy, beat, beats, beat === 0 ? 1 : 0.8);
      const midi = voicing[Number(sign)] ?? (voicing[0] ?? 60) + 12;
      const pan = Number(sign) * 0.4 - 0.6;
      return [{ instrument: style.chordsBy, beat, beats: 1.6, midi, velocity, pan }];
    });
    return [...pad, ...played];
  }

  function writeBass(degree: number, section: Section, isEnd: boolean): Note[] {
    const steps: Readonly<Record<string, number>> = { r: 0, t: 2, f: 4 };
    const velocity = 0.8 * (0.7 + 0.3 * section.energy);
    return readSteps(isEnd ? "r-------" : character.style.bass).map(({ sign, beat, beats }) => ({
      instrument: "bass",
      beat,
      beats: beats * 0.92,
      midi: noteAt(degree + (steps[sign] ?? 0), 28),
      velocity: beat % 1 === 0 ? velocity : velocity * 0.8,
      pan: 0,
    }));
  }

  function writeDrums(section: Section, bar: number): Note[] {
    const { drums } = character.style;
    if (drums === null || section.energy < 0.3) return [];
    const hit = (instrument: Instrument, step: number, velocity: number, pan = 0): Note => ({
      instrument,
      beat: step / 4,
      beats: 0.25,
      midi: 0,
      velocity,
      pan,
    });
    const strike = (instrument: Instrument, steps: string, gain: number, pan = 0) =>
      [...steps].flatMap((sign, step) =>
        sign === "." ? [] : [hit(instrument, step, gain * ({ X: 1, x: 0.8 }[sign] ?? 0.4), pan)],
      );
    const notes = strike("hat", drums.hat, 0.5 + 0.3 * section.energy, 0.25);
    if (section.energy >= 0.5) notes.push(...strike("kick", drums.kick, 0.95));
    const isLastBar = bar === section.bars - 1;
    if (section.builds || (isLastBar && section.energy >= 0.55)) {
      // A roll leads into the next section.
      const from = section.builds ? 0 : 12;
      for (let step = from; step < 16; step += 1) notes.push(hit("snare", step, 0.3 + step * 0.03, 0.1));
    } else if (section.energy >= 0.55) {
      notes.push(...strike("snare", drums.snare, 0.85));
    }
    return notes;
  }

  function writeMelody(section: Section, bar: number): Note[] {
    const hasWords = isSung && section.lines.length > 0;
    if (isSung && !hasWords && section.energy < 0.5) return [];
    const melody = melodies.get(section) ?? composeMelody(section, hasWords);
    melodies.set(section, melody);
    const start = bar * BEATS_PER_BAR;
    return melody
      .filter(({ beat }) => beat >= start && beat < start + BEATS_PER_BAR)
      .map((note) => ({ ...note, beat: note.beat - start }));
  }

  /** The tune of a section, phrase by phrase (A A B A); sections of one kind share it, with other words. */
  function composeMelody(section: Section, hasWords: boolean): Note[] {
    const count = hasWords ? section.lines.length : Math.ceil(section.bars / PHRASE_BARS);
    const beats = (section.bars * BEATS_PER_BAR) / count;
    return Array.from({ length: count }, (_phrase, index) => {
      const random = new SeededRandom(`melody ${seed} ${section.label} ${index % 4 === 2 ? "B" : "A"}`);
      const vowels = hasWords ? listVowels(section.lines[index] ?? "") : null;
      return composePhrase(section, index * beats, beats, vowels, random);
    }).flat();
  }

  /** Chord notes on the beats and steps between them. */
  function composePhrase(
    section: Section,
    start: number,
    beats: number,
    vowels: readonly string[] | null,
    random: SeededRandom,
  ): Note[] {
    const count = vowels === null ? random.integer(4, 7) : Math.max(vowels.length, 1);
    const onsets = placeOnsets(count, beats);
    let step = (section.label === "chorus" ? 9 : 7) + random.integer(0, 2);
    return onsets.map((beat, index): Note => {
      const isFinal = index === onsets.length - 1;
      const chord = stepsOf(degreeIn(section.label, Math.floor((start + beat) / BEATS_PER_BAR)));
      step = Math.min(Math.max(step + random.pick([-2, -1, -1, 0, 1, 1, 2]), 4), 13);
      if (Number.isInteger(beat) || isFinal) step = nearestStep(step, chord);
      const next = onsets[index + 1] ?? beats - (vowels === null ? 0.5 : 0.25);
      const note = {
        beat: start + beat,
        beats: Math.max(Math.min(next - beat, isFinal ? 2.5 : 1.5), 0.2),
        midi: noteAt(step, 46),
        velocity: (vowels === null ? 0.7 : 0.85) * (0.75 + 0.25 * section.energy),
        pan: vowels === null ? 0.3 : 0,
      };
      if (vowels === null) return { ...note, instrument: character.style.lead };
      return { ...note, instrument: "voice", vowel: vowels[index] ?? "a" };
    });
  }

  function degreeIn(label: SectionLabel, bar: number): number {
    const progression = label === "chorus" ? chorus : label === "bridge" ? BRIDGES[character.mode] : verse;
    return Number(progression[bar % 4]);
  }

  function stepsOf(degree: number): number[] {
    const thirds = character.style.hasSevenths ? [0, 2, 4, 6] : [0, 2, 4];
    return thirds.map((third) => degree + third);
  }

  /** The chord as notes, each in the octave closest to the chord before. */
  function voice(degree: number): number[] {
    const notes = stepsOf(degree).map((step) => {
      const note = noteAt(step, 48);
      return note + 12 * Math.round((chordCenter - note) / 12);
    });
    const mean = notes.reduce((sum, note) => sum + note, 0) / notes.length;
    chordCenter = Math.min(Math.max(Math.round(mean), 56), 64);
    return notes.toSorted((one, other) => one - other);
  }

  /** MIDI note of a scale step, counted from the root at or above `lowest`. */
  function noteAt(step: number, lowest: number): number {
    const { mode, root } = character;
    const scale = SCALES[mode];
    const octave = Math.floor(step / scale.length);
    const base = lowest + ((((root - lowest) % 12) + 12) % 12);
    return base + octave * 12 + (scale[step - octave * scale.length] ?? 0);
  }

  /** Slightly off the grid, late where the music swings, and never twice equally strong. */
  function humanise(note: Note, energy: number): Note {
    const { style } = character;
    const step = style.name === "lofi" || style.name === "soul" ? 0.25 : 0.5;
    const isOff = Math.abs(((note.beat / step) % 2) - 1) < 0.05;
    const late = (isOff ? style.swing * step : 0) + random.between(-0.008, 0.012);
    const velocity = note.velocity * (0.68 + 0.32 * energy) * random.between(0.9, 1.06);
    return { ...note, beat: Math.max(note.beat + late, 0), velocity: Math.min(velocity, 1) };
  }

  return { writeBar };
}

function readSteps(pattern: string): { sign: string; beat: number; beats: number }[] {
  return [...pattern.matchAll(/[a-z\d]-*/g)].map(({ 0: note, index }) => ({
    sign: note.charAt(0),
    beat: index / 2,
    beats: note.length / 2,
  }));
}

/** Beats at which notes begin: evenly, on eighths where there is room; the last leaves room to hold. */
function placeOnsets(count: number, beats: number): number[] {
  const spacing = (beats - Math.min(1.5, beats / 4)) / count;
  return Array.from({ length: count }, (_onset, index) =>
    spacing < 0.5 ? index * spacing : Math.round(index * spacing * 2) / 2,
  );
}

function nearestStep(step: number, chord: readonly number[]): number {
  const candidates = chord.flatMap((tone) => [tone, tone + 7, tone + 14]);
  return candidates.reduce((best, tone) => (Math.abs(tone - step) < Math.abs(best - step) ? tone : best));
}

/** The vowels of a line, one a syllable; a letter of a script without written vowels counts as one. */
function listVowels(line: string): string[] {
  const plain = line.normalize("NFD").toLowerCase();
  const groups =
    plain.match(/[aeiouyаеиоуыэюя]+|[\u3040-\u30ff\u3400-\u9fff\u1100-\u1112\uac00-\ud7af]/gu) ?? [];
  return groups.slice(0, MOST_SYLLABLES).map((group) => {
    const place = "aeiouyаеиоуыэюя".indexOf(group.charAt(0));
    return "aeiouiaeiouieua"[place] ?? "aeiou"[(group.codePointAt(0) ?? 0) % 5] ?? "a";
  });
}
