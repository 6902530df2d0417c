import { SeededRandom } from "../random.ts";
import type { Harmony } from "./harmony.ts";
import { writeMelody, type MelodyNote } from "./melody.ts";
import type { Section } from "./song-form.ts";
import type { Style } from "./style.ts";

export type Instrument =
  | "kick"
  | "snare"
  | "clap"
  | "brush"
  | "hat"
  | "openHat"
  | "crash"
  | "bass"
  | "guitar"
  | "pad"
  | "keys"
  | "lead"
  | "flute"
  | "bell"
  | "voice";

/** Something that is played. Times in beats from the start of its bar. */
export interface Note {
  instrument: Instrument;
  beat: number;
  beats: number;
  midi: number;
  /** 0 to 1. */
  velocity: number;
  /** -1 left to 1 right. */
  pan: number;
  /** Vowel of a sung note. */
  vowel?: string;
}

export const BEATS_PER_BAR = 4;

export interface BarPlace {
  section: Section;
  /** Bar within the section. */
  bar: number;
  /** The very last bar of the piece. */
  isEnd: boolean;
}

/** Writes down what every instrument plays, bar by bar. */
export class Arranger {
  private readonly style: Style;
  private readonly harmony: Harmony;
  private readonly random: SeededRandom;
  private readonly isSung: boolean;
  private readonly melodies = new Map<Section, MelodyNote[]>();
  private readonly seed: string;
  private chordCenter = 60;

  constructor(style: Style, harmony: Harmony, seed: string, isSung: boolean) {
    this.style = style;
    this.harmony = harmony;
    this.seed = seed;
    this.random = new SeededRandom(`arrangement ${seed}`);
    this.isSung = isSung;
  }

  /** Notes of one bar. Call it for the bars in their order. */
  write(place: BarPlace): Note[] {
    const { section, bar, isEnd } = place;
    if (section.label === "silence") return [];
    const degree = this.harmony.degreeIn(section.label, bar, isEnd);
    const notes = [...this.writeChords(degree, place), ...this.writeMelodyBar(place)];
    if (section.energy >= 0.45 || isEnd) notes.push(...this.writeBass(degree, place));
    if (!isEnd) notes.push(...this.writeDrums(place));
    return notes.map((note) => this.humanise(note, section.energy));
  }

  private writeChords(degree: number, { section, isEnd }: BarPlace): Note[] {
    const voicing = this.harmony.voice(degree, this.chordCenter);
    this.chordCenter = clamp(Math.round(average(voicing)), 56, 64);
    const velocity = 0.45 + 0.35 * section.energy;
    const held = (instrument: Instrument, gain: number): Note[] =>
      voicing.map((midi, index) => ({
        instrument,
        beat: 0,
        beats: BEATS_PER_BAR,
        midi,
        velocity: velocity * gain,
        pan: spread(index, voicing.length, 0.6),
      }));
    if (isEnd) return held(this.style.chords === "strummed" ? "guitar" : "keys", 1);
    const pad = section.energy >= 0.8 || this.style.chords === "held" ? held("pad", 0.7) : [];
    switch (this.style.chords) {
      case "held":
        return [...pad, ...held("keys", 0.4)];
      case "keys":
        return [...pad, ...this.playSteps("keys", voicing, [0, 1.5, 2.5], velocity)];
      case "stabs":
        return [...pad, ...this.playSteps("keys", voicing, [0.5, 1.5, 2, 3.5], velocity * 0.9)];
      case "strummed":
        return [...pad, ...this.strum(voicing, velocity)];
      case "arpeggio":
        return [...pad, ...this.arpeggiate(voicing, velocity)];
    }
  }

  private playSteps(
    instrument: Instrument,
    voicing: readonly number[],
    beats: readonly number[],
    velocity: number,
  ): Note[] {
    return beats.flatMap((beat, place) =>
      voicing.map((midi, index) => ({
        instrument,
        beat,
        beats: (beats[place + 1] ?? BEATS_PER_BAR) - beat,
        midi,
        velocity: velocity * (place === 0 ? 1 : 0.8),
        pan: spread(index, voicing.length, 0.5),
      })),
    );
  }

  /** Down and up strokes; the strings sound one after another. */
  private strum(voicing: readonly number[], velocity: number): Note[] {
    const strings = [...voicing, (voicing[0] ?? 60) + 12];
    return [0, 1, 1.5, 2.5, 3, 3.5].flatMap((beat, stroke) => {
      const isDown = Number.isInteger(beat);
      const order = isDown ? strings : strings.toReversed().slice(0, 3);
      return order.map((midi, index): Note => ({
        instrument: "guitar",
        beat: beat + index * 0.02,
        beats: 1.2,
        midi,
        velocity: velocity * (stroke === 0 ? 0.95 : isDown ? 0.75 : 0.55),
        pan: -0.35,
      }));
    });
  }

  private arpeggiate(voicing: readonly number[], velocity: number): Note[] {
    const rising = [...voicing, (voicing[0] ?? 60) + 12];
    const order = [...rising, ...rising.slice(1, -1).toReversed()];
    return Array.from({ length: 8 }, (_unused, step) => ({
      instrument: "keys" as const,
      beat: step / 2,
      beats: 1.6,
      midi: order[step % order.length] ?? 60,
      velocity: velocity * (step % 4 === 0 ? 1 : 0.75),
      pan: spread(step % order.length, order.length, 0.7),
    }));
  }

  private writeBass(degree: number, { section, isEnd }: BarPlace): Note[] {
    const root = this.harmony.noteAt(degree, 28);
    const fifth = this.harmony.noteAt(degree + 4, 28);
    const third = this.harmony.noteAt(degree + 2, 28);
    const play = (beat: number, beats: number, midi: number, velocity = 0.8): Note => ({
      instrument: "bass",
      beat,
      beats,
      midi,
      velocity: velocity * (0.7 + 0.3 * section.energy),
      pan: 0,
    });
    if (isEnd || this.style.bass === "long") return [play(0, BEATS_PER_BAR, root)];
    switch (this.style.bass) {
      case "roots":
        return [
          play(0, 1.8, root),
          play(2, 1.3, this.random.chance(0.5) ? fifth : root),
          play(3.5, 0.5, root, 0.6),
        ];
      case "eighths":
        return Array.from({ length: 8 }, (_unused, step) =>
          play(
            step / 2,
            0.45,
            step === 7 && this.random.chance(0.5) ? fifth : root,
            step % 2 === 0 ? 0.8 : 0.65,
          ),
        );
      case "offbeat":
        return [0.5, 1.5, 2.5, 3.5].map((beat) => play(beat, 0.45, root, 0.85));
      case "walking":
        return [root, third, fifth, this.random.chance(0.5) ? root + 11 : fifth + 2].map((midi, beat) =>
          play(beat, 0.9, midi),
        );
    }
  }

  private writeDrums({ section, bar }: BarPlace): Note[] {
    const pattern = this.style.drums;
    if (pattern === null || section.energy < 0.3) return [];
    const isLastBar = bar === section.bars - 1;
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
    const notes = strike("hat", pattern.hat, 0.5 + 0.3 * section.energy, 0.25);
    if (section.energy >= 0.5) notes.push(...strike("kick", pattern.kick, 0.95));
    if (section.energy >= 0.55 && !section.builds)
      notes.push(...strike(pattern.snareSound, pattern.snare, 0.85));
    if (section.builds) {
      const spacing = bar < section.bars / 2 ? 4 : isLastBar ? 1 : 2;
      for (let step = 0; step < 16; step += spacing) {
        notes.push(hit("snare", step, 0.3 + (0.5 * (bar * 16 + step)) / (section.bars * 16)));
      }
    } else if (isLastBar && section.energy >= 0.55) {
      for (const step of [12, 13, 14, 15]) notes.push(hit("snare", step, 0.4 + (step - 12) * 0.12, 0.1));
      notes.push(hit("openHat", 14, 0.5, 0.25));
    }
    if (bar === 0 && section.energy >= 0.85) notes.push(hit("crash", 0, 0.7, -0.2));
    return notes;
  }

  private writeMelodyBar({ section, bar, isEnd }: BarPlace): Note[] {
    const isSung = this.isSung && section.lines.length > 0;
    if (isEnd || (this.isSung && !isSung && section.energy < 0.5)) return [];
    const melody = this.melodies.get(section) ?? writeMelody(section, this.harmony, isSung, this.seed);
    this.melodies.set(section, melody);
    const instrument = isSung
      ? "voice"
      : ({ plucked: "guitar", saw: "lead", flute: "flute", bell: "bell" } as const)[this.style.lead];
    const start = bar * BEATS_PER_BAR;
    return melody
      .filter((note) => note.beat >= start && note.beat < start + BEATS_PER_BAR)
      .map(({ beat, beats, midi, vowel }) => ({
        instrument,
        beat: beat - start,
        beats,
        midi,
        velocity: (isSung ? 0.85 : 0.7) * (0.75 + 0.25 * section.energy),
        pan: isSung ? 0 : 0.3,
        ...(vowel === undefined ? {} : { vowel }),
      }));
  }

  /** Off the grid by a hair, late where the music swings, and never twice equally strong. */
  private humanise(note: Note, energy: number): Note {
    const step = this.style.name === "lofi" || this.style.name === "soul" ? 0.25 : 0.5;
    const isOff = Math.abs(((note.beat / step) % 2) - 1) < 0.05;
    const late = isOff ? this.style.swing * step : 0;
    return {
      ...note,
      beat: Math.max(note.beat + late + this.random.between(-0.008, 0.012), 0),
      velocity: clamp(note.velocity * (0.68 + 0.32 * energy) * this.random.between(0.9, 1.06), 0, 1),
    };
  }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}

/** Places from left to right. */
function spread(index: number, count: number, width: number): number {
  return count < 2 ? 0 : (index / (count - 1) - 0.5) * 2 * width;
}
