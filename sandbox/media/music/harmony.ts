import type { SeededRandom } from "../random.ts";
import type { SectionLabel } from "./song-form.ts";
import type { Mode } from "./style.ts";

const SCALES: Readonly<Record<Mode, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
};

type Progression = readonly [number, number, number, number];

/** Scale degrees, 0 is the root, one chord a bar. */
const PROGRESSIONS: Readonly<Record<Mode, readonly [Progression, ...Progression[]]>> = {
  major: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 3, 5, 4],
    [0, 2, 3, 4],
    [1, 4, 0, 5],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 3, 5, 4],
    [0, 6, 5, 6],
    [0, 3, 6, 2],
  ],
};
const CHORUS_PROGRESSIONS: Readonly<Record<Mode, readonly [Progression, ...Progression[]]>> = {
  major: [
    [3, 0, 4, 5],
    [0, 4, 5, 3],
    [5, 3, 0, 4],
  ],
  minor: [
    [5, 6, 0, 0],
    [5, 2, 6, 0],
    [3, 5, 0, 6],
  ],
};
const BRIDGES: Readonly<Record<Mode, Progression>> = { major: [5, 2, 3, 4], minor: [3, 0, 5, 4] };

/** A key and the chords each kind of section goes through. */
export class Harmony {
  private readonly root: number;
  private readonly mode: Mode;
  private readonly hasSevenths: boolean;
  private readonly verse: Progression;
  private readonly chorus: Progression;

  /** `root` is a pitch class, 0 is C. */
  constructor(key: { root: number; mode: Mode }, hasSevenths: boolean, random: SeededRandom) {
    this.root = key.root;
    this.mode = key.mode;
    this.hasSevenths = hasSevenths;
    this.verse = random.pick(PROGRESSIONS[key.mode]);
    this.chorus = random.pick(CHORUS_PROGRESSIONS[key.mode]);
  }

  /** Degree of the chord in a bar of a section; a piece ends at home. */
  degreeIn(label: SectionLabel, bar: number, isEnd: boolean): number {
    if (isEnd) return 0;
    const progression =
      label === "chorus" ? this.chorus : label === "bridge" ? BRIDGES[this.mode] : this.verse;
    return progression[bar % 4] ?? 0;
  }

  /** MIDI note of a scale step, counted from the root at or above `lowest`. */
  noteAt(step: number, lowest: number): number {
    const scale = SCALES[this.mode];
    const octave = Math.floor(step / scale.length);
    const pitch = scale[step - octave * scale.length] ?? 0;
    const base = lowest + ((((this.root - lowest) % 12) + 12) % 12);
    return base + octave * 12 + pitch;
  }

  /** Scale steps of a chord. */
  stepsOf(degree: number): number[] {
    return [0, 2, 4, ...(this.hasSevenths ? [6] : [])].map((third) => degree + third);
  }

  /** The chord as notes, each moved by octaves to lie closest to the middle of the chord before. */
  voice(degree: number, center: number): number[] {
    return this.stepsOf(degree)
      .map((step) => {
        const note = this.noteAt(step, 48);
        return note + 12 * Math.round((center - note) / 12);
      })
      .toSorted((one, other) => one - other);
  }
}
