import { SeededRandom } from "../random.ts";

/** Steps of a bar in sixteenths: `X` strong, `x` plain, `o` soft, `.` none. */
export interface DrumPattern {
  kick: string;
  snare: string;
  hat: string;
  /** What the snare is played with. */
  snareSound: "snare" | "clap" | "brush";
}

/** What a kind of music is made of. */
export interface Style {
  name: string;
  /** Beats a minute, from and to. */
  tempo: readonly [number, number];
  /** Share of a sixteenth or eighth by which every second one comes late. */
  swing: number;
  /** Null where both are at home. */
  mode: Mode | null;
  drums: DrumPattern | null;
  bass: "roots" | "eighths" | "walking" | "offbeat" | "long";
  chords: "strummed" | "held" | "keys" | "stabs" | "arpeggio";
  lead: "plucked" | "saw" | "flute" | "bell";
  hasSevenths: boolean;
  /** Share of the sound that goes into the room. */
  space: number;
}

export type Mode = "major" | "minor";

/** What a prompt decides. */
export interface Character {
  style: Style;
  beatsPerMinute: number;
  mode: Mode;
  /** Pitch class of the root, 0 is C. */
  root: number;
}

const BACKBEAT = { snare: "....X.......X...", snareSound: "snare" } as const;

const FOLK: Style = {
  name: "folk",
  tempo: [84, 108],
  swing: 0.08,
  mode: null,
  drums: {
    kick: "X.......x.......",
    snare: "....x.......x...",
    hat: "o.x.o.x.o.x.o.x.",
    snareSound: "brush",
  },
  bass: "roots",
  chords: "strummed",
  lead: "plucked",
  hasSevenths: false,
  space: 0.22,
};
const POP: Style = {
  name: "pop",
  tempo: [98, 122],
  swing: 0,
  mode: null,
  drums: { kick: "X.....x.x.......", hat: "x.x.x.x.x.x.x.x.", ...BACKBEAT },
  bass: "eighths",
  chords: "keys",
  lead: "saw",
  hasSevenths: false,
  space: 0.2,
};

/** Words of a prompt and the style they call for; the first that fits wins. */
const STYLES: readonly (readonly [RegExp, Style])[] = [
  [
    /ambient|cinematic|meditat|sleep|drone|氛围|冥想|电影|睡眠/i,
    {
      ...POP,
      name: "ambient",
      tempo: [60, 74],
      drums: null,
      bass: "long",
      chords: "held",
      lead: "bell",
      space: 0.5,
    },
  ],
  [
    /lo-?fi|chill|study|hip[- ]?hop|rap|trap|嘻哈|说唱|慵懒/i,
    {
      ...POP,
      name: "lofi",
      tempo: [72, 90],
      swing: 0.3,
      drums: {
        kick: "X......x..x.....",
        snare: "....X.......X..o",
        hat: "x.o.x.o.x.o.x.oo",
        snareSound: "snare",
      },
      bass: "roots",
      chords: "keys",
      lead: "bell",
      hasSevenths: true,
      space: 0.25,
    },
  ],
  [
    /jazz|swing|bossa|blues|爵士|蓝调/i,
    {
      ...FOLK,
      name: "jazz",
      tempo: [104, 136],
      swing: 0.33,
      drums: {
        kick: "x.......o.......",
        snare: "......o.......o.",
        hat: "X...x.x.X...x.x.",
        snareSound: "brush",
      },
      bass: "walking",
      chords: "keys",
      lead: "flute",
      hasSevenths: true,
      space: 0.25,
    },
  ],
  [
    /house|techno|edm|electro|dance|disco|synth|club|电子|舞曲|迪斯科/i,
    {
      ...POP,
      name: "dance",
      tempo: [118, 128],
      drums: {
        kick: "X...X...X...X...",
        snare: "....x.......x...",
        hat: "..X...X...X...Xo",
        snareSound: "clap",
      },
      bass: "offbeat",
      chords: "stabs",
      space: 0.24,
    },
  ],
  [
    /rock|metal|punk|grunge|guitar hero|摇滚|金属/i,
    {
      ...POP,
      name: "rock",
      tempo: [112, 144],
      drums: { kick: "X.x...x.X.x.....", hat: "X.x.X.x.X.x.X.x.", ...BACKBEAT },
      bass: "eighths",
      chords: "strummed",
      space: 0.16,
    },
  ],
  [
    /soul|r&b|rnb|funk|gospel|motown|灵魂|放克|节奏布鲁斯/i,
    {
      ...POP,
      name: "soul",
      tempo: [80, 104],
      swing: 0.16,
      drums: {
        kick: "X..x..x...x.....",
        snare: "....X..o....X...",
        hat: "x.x.x.x.x.x.x.xo",
        snareSound: "snare",
      },
      bass: "eighths",
      chords: "keys",
      lead: "flute",
      hasSevenths: true,
    },
  ],
  [
    /classical|orchestra|piano|waltz|ballad|string|钢琴|古典|抒情|弦乐/i,
    {
      ...FOLK,
      name: "ballad",
      tempo: [66, 84],
      swing: 0,
      drums: null,
      bass: "long",
      chords: "arpeggio",
      lead: "bell",
      space: 0.36,
    },
  ],
  [/folk|acoustic|country|singer|campfire|indie|民谣|乡村|木吉他/i, FOLK],
  [/pop|流行/i, POP],
];

const SAD = /sad|melanchol|dark|minor|lonel|grief|noir|blue|rain|忧|悲|伤|孤独|暗|雨|离别/i;
const BRIGHT = /happy|bright|joy|major|sunn|upbeat|cheer|hope|欢|快乐|明亮|阳光|希望/i;
const SLOW = /slow|calm|gentle|lullaby|慢|舒缓|安静/i;
const FAST = /fast|energetic|driving|upbeat|快节奏|激烈|动感/i;
const TEMPO = /(\d{2,3})\s*bpm/i;

/** Reads the character of a piece from its prompt; what the prompt leaves open the seed decides. */
export function readCharacter(prompt: string, random: SeededRandom): Character {
  const asked = STYLES.find(([words]) => words.test(prompt))?.[1];
  const style = asked ?? random.pick([FOLK, POP]);
  const [from, to] = style.tempo;
  let beatsPerMinute = random.integer(from, to);
  if (SLOW.test(prompt)) beatsPerMinute = Math.round(beatsPerMinute * 0.86);
  if (FAST.test(prompt)) beatsPerMinute = Math.round(beatsPerMinute * 1.14);
  const named = Number(TEMPO.exec(prompt)?.[1] ?? 0);
  if (named >= 40 && named <= 220) beatsPerMinute = named;
  const drawn: Mode = random.chance(0.5) ? "major" : "minor";
  const mode = SAD.test(prompt) ? "minor" : BRIGHT.test(prompt) ? "major" : (style.mode ?? drawn);
  return { style, beatsPerMinute, mode, root: random.integer(0, 11) };
}

/** A piece in the words of a style tag list, such as `Folk, Minor, Slow, 84 BPM`. */
export function describeStyle(prompt: string): string {
  const { style, mode, beatsPerMinute } = readCharacter(prompt, new SeededRandom(`style ${prompt}`));
  const pace = beatsPerMinute < 85 ? "Slow" : beatsPerMinute < 115 ? "Mid-tempo" : "Fast";
  const name = style.name === "lofi" ? "Lo-Fi" : capitalise(style.name);
  return [name, capitalise(mode), pace, `${beatsPerMinute} BPM`].join(", ");
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
