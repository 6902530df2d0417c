import { SeededRandom } from "../random.ts";
import { Arranger, BEATS_PER_BAR, type Instrument, type Note } from "./arrangement.ts";
import { Harmony } from "./harmony.ts";
import { INSTRUMENTS } from "./instruments.ts";
import { Master } from "./master.ts";
import { planCover, planInstrumental, planSong, type Section, type SectionLabel } from "./song-form.ts";
import { Stage } from "./stage.ts";
import { readCharacter, type Character, type Mode } from "./style.ts";

/** A stretch of a reference sound, in seconds. */
export interface Segment {
  start: number;
  end: number;
  label: SectionLabel;
}

/** What a cover keeps of the sound it covers. */
export interface CoverModel {
  durationSeconds: number;
  beatsPerMinute: number;
  /** Pitch class, 0 is C. */
  root: number;
  mode: Mode;
  segments: Segment[];
}

/** Everything that decides how a piece sounds. */
export interface MusicPart {
  prompt: string;
  /** Empty for a piece without words. */
  lyrics: string;
  isInstrumental: boolean;
  /** Sets pieces of the same words apart, such as the model's name. */
  seed: string;
  cover: CoverModel | null;
  hasWatermark: boolean;
}

/** The longest piece that is made of lyrics. */
const LONGEST_SECONDS = 240;
/** Longest time a note rings on, and the room after the last one. */
const RING_SECONDS = 4;
const FADE_SECONDS = 4;
const END_SECONDS = 2.5;

/** Plays a piece bar by bar: two channels each time. The same part gives the same samples. */
export function* renderSong(part: MusicPart, sampleRate: number): Generator<Float32Array<ArrayBuffer>[]> {
  const seed = [part.seed, part.prompt, part.lyrics, part.isInstrumental].join("\n");
  const character = chooseCharacter(part, seed);
  const barSeconds = (BEATS_PER_BAR * 60) / character.beatsPerMinute;
  const sections = planForm(part, barSeconds);
  const harmony = new Harmony(character, character.style.hasSevenths, new SeededRandom(`harmony ${seed}`));
  const isSung = !part.isInstrumental;
  const arranger = new Arranger(character.style, harmony, seed, isSung);
  const stage = new Stage(sampleRate, barSeconds + RING_SECONDS);
  const band = new Band(stage, barSeconds / BEATS_PER_BAR);
  const master = new Master(sampleRate, character.style.space);
  const bars = sections.flatMap((section) =>
    Array.from({ length: section.bars }, (_unused, bar) => ({ section, bar })),
  );
  const limit = part.cover === null ? null : Math.round(part.cover.durationSeconds * sampleRate);
  let done = 0;
  const finish = (count: number): Float32Array<ArrayBuffer>[] => {
    const { left, right, room } = stage.take(limit === null ? count : Math.min(count, limit - done));
    master.apply(left, right, room);
    if (limit !== null) fadeOut([left, right], done, limit, sampleRate);
    done += left.length;
    return [left, right];
  };
  for (const [index, { section, bar }] of bars.entries()) {
    const isEnd = limit === null && index === bars.length - 1;
    for (const note of arranger.write({ section, bar, isEnd })) band.play(note);
    // Rounded places instead of rounded lengths, so that the tempo does not drift.
    const count =
      Math.round((index + 1) * barSeconds * sampleRate) - Math.round(index * barSeconds * sampleRate);
    yield finish(count);
    if (done === limit) break;
  }
  if (limit === null) yield finish(Math.round(END_SECONDS * sampleRate));
  if (part.hasWatermark) yield playWatermark(sampleRate);
}

/** A cover takes tempo and key from what it covers; everything else comes from the prompt. */
function chooseCharacter(part: MusicPart, seed: string): Character {
  const drawn = readCharacter(part.prompt, new SeededRandom(`character ${seed}`));
  if (part.cover === null) return drawn;
  const { beatsPerMinute, root, mode } = part.cover;
  return { ...drawn, beatsPerMinute, root, mode };
}

function planForm(part: MusicPart, barSeconds: number): Section[] {
  if (part.cover !== null) return planCover(part.cover.segments, barSeconds, part.lyrics);
  const hasWords = part.lyrics.trim() !== "";
  return hasWords ? planSong(part.lyrics, Math.floor(LONGEST_SECONDS / barSeconds)) : planInstrumental();
}

/** Plays notes onto a stage. Drums sound the same each time but for their strength, so they are made once. */
class Band {
  private readonly stage: Stage;
  private readonly beatSeconds: number;
  private readonly drums = new Map<Instrument, Float32Array>();

  constructor(stage: Stage, beatSeconds: number) {
    this.stage = stage;
    this.beatSeconds = beatSeconds;
  }

  play(note: Note): void {
    const { gain, send } = INSTRUMENTS[note.instrument];
    const place = Math.round(note.beat * this.beatSeconds * this.stage.sampleRate);
    const isDrum = note.midi === 0;
    const samples = isDrum ? this.getDrum(note.instrument) : this.sound(note);
    this.stage.add(samples, place, { gain: isDrum ? gain * note.velocity : gain, pan: note.pan, send });
  }

  private getDrum(instrument: Instrument): Float32Array {
    const known = this.drums.get(instrument);
    if (known !== undefined) return known;
    const tone = { hertz: 0, seconds: 0, velocity: 1, vowel: "" };
    const samples = INSTRUMENTS[instrument].play(tone, this.stage.sampleRate);
    this.drums.set(instrument, samples);
    return samples;
  }

  private sound(note: Note): Float32Array {
    const tone = {
      hertz: 440 * 2 ** ((note.midi - 69) / 12),
      seconds: note.beats * this.beatSeconds,
      velocity: note.velocity,
      vowel: note.vowel ?? "a",
    };
    return INSTRUMENTS[note.instrument].play(tone, this.stage.sampleRate);
  }
}

function fadeOut(channels: readonly Float32Array[], done: number, total: number, sampleRate: number): void {
  const fade = FADE_SECONDS * sampleRate;
  for (const channel of channels) {
    for (let index = 0; index < channel.length; index += 1) {
      const left = total - done - index;
      if (left < fade) channel[index] = (channel[index] ?? 0) * (left / fade);
    }
  }
}

/** The marker of `aigc_watermark`: three ticks at the end. */
function playWatermark(sampleRate: number): Float32Array<ArrayBuffer>[] {
  const stage = new Stage(sampleRate, 0.9);
  const { play } = INSTRUMENTS.bell;
  const tick = play({ hertz: 2093, seconds: 0.05, velocity: 0.8, vowel: "a" }, sampleRate).subarray(
    0,
    Math.round(0.12 * sampleRate),
  );
  for (const second of [0.15, 0.35, 0.55]) {
    stage.add(tick, Math.round(second * sampleRate), { gain: 0.4, pan: 0, send: 0 });
  }
  return [stage.left, stage.right];
}
