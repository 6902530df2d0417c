import { limit, makeRoom, makeWatermark } from "../audio/effects.ts";
import { BEATS_PER_BAR, createComposer, type Note } from "./compose.ts";
import { INSTRUMENTS } from "./instruments.ts";
import { planCover, planInstrumental, planSong, type Section, type SectionLabel } from "./song-form.ts";
import { type Mode, readCharacter } from "./style.ts";
import { SeededRandom } from "../random.ts";

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
  root: number;
  mode: Mode;
  segments: Segment[];
}

export interface MusicPart {
  prompt: string;
  lyrics: string;
  isInstrumental: boolean;
  /** Sets pieces of the same words apart, such as the model's name. */
  seed: string;
  cover: CoverModel | null;
  /** Where a piece that is no cover ends at the latest; null for the length of its form. */
  maximumSeconds: number | null;
  hasWatermark: boolean;
}

type Samples = Float32Array<ArrayBuffer>;

const LONGEST_SECONDS = 240;
const RING_SECONDS = 4;
const FADE_SECONDS = 4;
const END_SECONDS = 2.5;
const MAXIMUM_KEPT_NOTES = 300;

/** Plays a piece bar by bar: two channels each time. The same part gives the same samples. */
export function* renderSong(part: MusicPart, sampleRate: number): Generator<Samples[]> {
  const seed = [part.seed, part.prompt, part.lyrics, part.isInstrumental].join("\n");
  // A cover takes tempo and key from its reference, everything else from the prompt.
  const character = { ...readCharacter(part.prompt, new SeededRandom(`character ${seed}`)), ...part.cover };
  const barSeconds = (BEATS_PER_BAR * 60) / character.beatsPerMinute;
  const composer = createComposer(character, seed, !part.isInstrumental);
  const mixer = createMixer(sampleRate, barSeconds, character.style.space);
  const maximumSeconds = (part.maximumSeconds ?? Infinity) - END_SECONDS;
  const maximumBars = Math.max(1, Math.floor(maximumSeconds / barSeconds));
  const bars = planForm(part, barSeconds)
    .flatMap((section) => Array.from({ length: section.bars }, (_bar, bar) => ({ section, bar })))
    .slice(0, part.cover === null ? maximumBars : undefined);
  const total = part.cover === null ? null : Math.round(part.cover.durationSeconds * sampleRate);
  let done = 0;
  const finish = (count: number): Samples[] => {
    const channels = mixer.take(total === null ? count : Math.min(count, total - done));
    if (total !== null) fadeOut(channels, total - done, FADE_SECONDS * sampleRate);
    done += channels[0]?.length ?? 0;
    return channels;
  };
  for (const [index, { section, bar }] of bars.entries()) {
    const isEnd = total === null && index === bars.length - 1;
    for (const note of composer.writeBar(section, bar, isEnd)) mixer.play(note);
    // Rounded places instead of rounded lengths keep the tempo from drifting.
    const barEnd = Math.round((index + 1) * barSeconds * sampleRate);
    yield finish(barEnd - Math.round(index * barSeconds * sampleRate));
    if (done === total) break;
  }
  if (total === null) yield finish(Math.round(END_SECONDS * sampleRate));
  const watermark = makeWatermark(sampleRate);
  if (part.hasWatermark) yield [watermark, watermark];
}

function planForm(part: MusicPart, barSeconds: number): Section[] {
  if (part.cover !== null) return planCover(part.cover.segments, barSeconds, part.lyrics);
  const hasWords = part.lyrics.trim() !== "";
  return hasWords ? planSong(part.lyrics, Math.floor(LONGEST_SECONDS / barSeconds)) : planInstrumental();
}

/** Mixes notes into two channels and a room. It holds a bar and what rings on after it. */
function createMixer(sampleRate: number, barSeconds: number, space: number) {
  /** Sounds of notes by instrument, pitch, length and vowel; most are played many times. */
  const kept = new Map<string, Samples>();
  const length = Math.ceil(sampleRate * (barSeconds + RING_SECONDS));
  const beatSeconds = barSeconds / BEATS_PER_BAR;
  // Left, right, and what goes into the room.
  const lines = [new Float32Array(length), new Float32Array(length), new Float32Array(length)];
  const rooms = [makeRoom(sampleRate, 1), makeRoom(sampleRate, 1.13)];
  const wet = 0.5 + space;

  function play(note: Note): void {
    const { gain, send } = INSTRUMENTS[note.instrument];
    const samples = findSamples(note);
    const place = Math.round(note.beat * beatSeconds * sampleRate);
    // Equal power: a sound is as loud at the side as in the middle.
    const angle = ((note.pan + 1) * Math.PI) / 4;
    const level = gain * note.velocity;
    const gains = [level * Math.cos(angle) * Math.SQRT2, level * Math.sin(angle) * Math.SQRT2, level * send];
    for (const [channel, line] of lines.entries()) {
      const share = gains[channel] ?? 0;
      const count = Math.min(samples.length, line.length - place);
      for (let index = 0; index < count; index += 1) line[place + index]! += samples[index]! * share;
    }
  }

  /** Takes away the first samples, with the room around them; what rings on moves to the front. */
  function take(count: number): Samples[] {
    const [left, right, room] = lines.map((line) => {
      const taken = line.slice(0, count);
      line.copyWithin(0, count);
      line.fill(0, line.length - count);
      return taken;
    }) as [Samples, Samples, Samples];
    for (const [channel, samples] of [left, right].entries()) {
      const echo = rooms[channel]!(room);
      for (let index = 0; index < count; index += 1) {
        samples[index] = limit(samples[index]! + wet * echo[index]!);
      }
    }
    return [left, right];
  }

  function findSamples({ instrument, midi, beats, vowel = "a" }: Note): Samples {
    const seconds = Math.round(beats * beatSeconds * 50) / 50;
    const name = `${instrument} ${midi} ${seconds} ${vowel}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const tone = { hertz: 440 * 2 ** ((midi - 69) / 12), seconds, vowel };
    const samples = INSTRUMENTS[instrument].play(tone, sampleRate);
    if (kept.size >= MAXIMUM_KEPT_NOTES) kept.clear();
    kept.set(name, samples);
    return samples;
  }

  return { play, take };
}

/** Fades the end of a sound of which `left` samples are to come. */
function fadeOut(channels: readonly Samples[], left: number, fade: number): void {
  for (const channel of channels) {
    for (let index = Math.max(left - fade, 0); index < channel.length; index += 1) {
      channel[index]! *= (left - index) / fade;
    }
  }
}
