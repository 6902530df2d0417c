import type { Instrument } from "./instruments.ts";
import { SeededRandom } from "../random.ts";

export type Mode = "major" | "minor";

/** What a kind of music is made of. */
export interface Style {
  name: string;
  /** Words of a prompt that call for it. */
  words: RegExp;
  /** Beats a minute, from and to. */
  tempo: readonly [number, number];
  /** Share of a sixteenth or eighth by which every second one comes late. */
  swing: number;
  /** Sixteenths of a bar: `X` strong, `x` plain, `o` soft, `.` none. Null for music without drums. */
  drums: { kick: string; snare: string; hat: string } | null;
  /** Eighths of a bar: `r` root, `t` third, `f` fifth, `-` goes on, `.` rests. */
  bass: string;
  /** Eighths of a bar: `x` the whole chord, a digit one of its notes, `-` goes on, `.` rests. */
  chords: string;
  chordsBy: Instrument;
  lead: Instrument;
  hasSevenths: boolean;
  /** Share of the sound that goes into the room. */
  space: number;
}

/** What a prompt decides. */
export interface Character {
  style: Style;
  beatsPerMinute: number;
  mode: Mode;
  /** Pitch class of the root, 0 is C. */
  root: number;
}

const POP: Style = {
  name: "pop",
  words: /pop|流行/i,
  tempo: [98, 122],
  swing: 0,
  drums: { kick: "X.....x.x.......", snare: "....X.......X...", hat: "x.x.x.x.x.x.x.x." },
  bass: "rrrrrrrf",
  chords: "x--x-x--",
  chordsBy: "keys",
  lead: "lead",
  hasSevenths: false,
  space: 0.2,
};
const FOLK: Style = {
  ...POP,
  name: "folk",
  words: /folk|acoustic|country|singer|campfire|indie|民谣|乡村|木吉他/i,
  tempo: [84, 108],
  swing: 0.08,
  drums: { kick: "X.......x.......", snare: "....o.......o...", hat: "o.x.o.x.o.x.o.x." },
  bass: "r---f--r",
  chords: "x-xxx-xx",
  chordsBy: "guitar",
  lead: "guitar",
};

/** The first style whose words a prompt has is taken. */
const STYLES: readonly Style[] = [
  {
    ...POP,
    name: "ambient",
    words: /ambient|cinematic|meditat|sleep|drone|氛围|冥想|电影|睡眠/i,
    tempo: [60, 74],
    drums: null,
    bass: "r-------",
    chords: "x-------",
    chordsBy: "pad",
    lead: "bell",
    space: 0.5,
  },
  {
    ...POP,
    name: "lofi",
    words: /lo-?fi|chill|study|hip[- ]?hop|rap|trap|嘻哈|说唱|慵懒/i,
    tempo: [72, 90],
    swing: 0.3,
    drums: { kick: "X......x..x.....", snare: "....X.......X..o", hat: "x.o.x.o.x.o.x.oo" },
    bass: "r--r-.f-",
    lead: "bell",
    hasSevenths: true,
  },
  {
    ...FOLK,
    name: "jazz",
    words: /jazz|swing|bossa|blues|爵士|蓝调/i,
    tempo: [104, 136],
    swing: 0.33,
    drums: { kick: "x.......o.......", snare: "......o.......o.", hat: "X...x.x.X...x.x." },
    bass: "r-t-f-t-",
    chords: "x--x-x--",
    chordsBy: "keys",
    lead: "flute",
    hasSevenths: true,
  },
  {
    ...POP,
    name: "dance",
    words: /house|techno|edm|electro|dance|disco|synth|club|电子|舞曲|迪斯科/i,
    tempo: [118, 128],
    drums: { kick: "X...X...X...X...", snare: "....x.......x...", hat: "..X...X...X...Xo" },
    bass: ".r.r.r.r",
    chords: ".x.xx-.x",
  },
  {
    ...POP,
    name: "rock",
    words: /rock|metal|punk|grunge|guitar hero|摇滚|金属/i,
    tempo: [112, 144],
    drums: { kick: "X.x...x.X.x.....", snare: "....X.......X...", hat: "X.x.X.x.X.x.X.x." },
    chords: "x-xxx-xx",
    chordsBy: "guitar",
  },
  {
    ...POP,
    name: "soul",
    words: /soul|r&b|rnb|funk|gospel|motown|灵魂|放克|节奏布鲁斯/i,
    tempo: [80, 104],
    swing: 0.16,
    drums: { kick: "X..x..x...x.....", snare: "....X..o....X...", hat: "x.x.x.x.x.x.x.xo" },
    bass: "r-.rf-r.",
    lead: "flute",
    hasSevenths: true,
  },
  {
    ...FOLK,
    name: "ballad",
    words: /classical|orchestra|piano|waltz|ballad|string|钢琴|古典|抒情|弦乐/i,
    tempo: [66, 84],
    swing: 0,
    drums: null,
    bass: "r-------",
    chords: "01232123",
    chordsBy: "keys",
    lead: "bell",
    space: 0.36,
  },
  FOLK,
  POP,
];

const SAD = /sad|melanchol|dark|minor|lonel|grief|noir|blue|rain|忧|悲|伤|孤独|暗|雨|离别/i;
const BRIGHT = /happy|bright|joy|major|sunn|upbeat|cheer|hope|欢|快乐|明亮|阳光|希望/i;
const SLOW = /slow|calm|gentle|lullaby|慢|舒缓|安静/i;
const FAST = /fast|energetic|driving|upbeat|快节奏|激烈|动感/i;
const TEMPO = /(\d{2,3})\s*bpm/i;

/** Reads style, tempo and key from a prompt; the seed decides what the prompt leaves open. */
export function readCharacter(prompt: string, random: SeededRandom): Character {
  const style = STYLES.find(({ words }) => words.test(prompt)) ?? random.pick([FOLK, POP]);
  let beatsPerMinute = random.integer(...style.tempo);
  if (SLOW.test(prompt)) beatsPerMinute = Math.round(beatsPerMinute * 0.86);
  if (FAST.test(prompt)) beatsPerMinute = Math.round(beatsPerMinute * 1.14);
  const named = Number(TEMPO.exec(prompt)?.[1] ?? 0);
  if (named >= 40 && named <= 220) beatsPerMinute = named;
  const drawn: Mode = random.chance(0.5) ? "major" : "minor";
  const mode = SAD.test(prompt) ? "minor" : BRIGHT.test(prompt) ? "major" : drawn;
  return { style, beatsPerMinute, mode, root: random.integer(0, 11) };
}

/** Style tags such as `Folk, Minor, Slow, 84 BPM`. */
export function describeStyle(prompt: string): string {
  const { style, mode, beatsPerMinute } = readCharacter(prompt, new SeededRandom(`style ${prompt}`));
  const pace = beatsPerMinute < 85 ? "Slow" : beatsPerMinute < 115 ? "Mid-tempo" : "Fast";
  const name = style.name === "lofi" ? "Lo-Fi" : capitalise(style.name);
  return [name, capitalise(mode), pace, `${beatsPerMinute} BPM`].join(", ");
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
